import Foundation
import PackagePlugin

/// Runs `generate-models` in the package's folder.
@main
struct GenerateModelsPlugin: CommandPlugin {
  func performCommand(context: PluginContext, arguments: [String]) throws {
    let tool = try context.tool(named: "generate-models")
    let process = Process()
    process.executableURL = tool.url
    process.currentDirectoryURL = context.package.directoryURL
    process.arguments = arguments
    try process.run()
    process.waitUntilExit()
    // The command's own result does not depend on the tool's.
    if process.terminationReason != .exit || process.terminationStatus != 0 {
      Diagnostics.error("generate-models failed, as its output says")
    }
  }
}

import Foundation
import Peridot

/// Law 10: no trap or hang on any bytes. The process that runs the trials sees both; here it is
/// only read.
enum RobustnessLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? {
    read(trial, made.root)
    return nil
  }

  private static func read<M: LawModel>(_ trial: Trial, _ type: M.Type) {
    let policy = trial.policy.policy
    let data = Data(trial.bytes)
    var texts = 0
    do {
      let model = try JSONAdapter.model(of: type, from: data, policy: policy) { issue in
        texts += issue.description.utf8.count
      }
      texts += model.description.utf8.count
      try JSONAdapter.update(model, from: data, policy: policy)
    } catch {
      texts += "\(error)".utf8.count
    }
    let decoder = JSONDecoder()
    decoder.userInfo[.conversionPolicy] = policy
    _ = try? decoder.decode(type, from: data)
    _ = try? type.unarchive(from: data)
  }
}

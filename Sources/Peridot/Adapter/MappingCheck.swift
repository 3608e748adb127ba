/// Makes the plans of a class and of all it reaches, and gathers their mistakes.
struct MappingCheck {
  private let plans: PolicyPlans
  private var visited: Set<ObjectIdentifier> = []
  private var errors: [JSONAdapterError] = []

  static func run(_ type: Model.Type, _ policy: ConversionPolicy) throws {
    var check = MappingCheck(plans: .of(policy))
    try check.visit(type)
    guard let first = check.errors.first else { return }
    if check.errors.count == 1 { throw first }
    var all = JSONAdapterError(.multiple)
    all.errors = check.errors
    throw all
  }

  private init(plans: PolicyPlans) {
    self.plans = plans
  }

  private mutating func visit(_ type: Model.Type) throws {
    guard visited.insert(ObjectIdentifier(type)).inserted else { return }
    let schema = ModelSchema.draft(of: type)
    let paths = JSONKeyPaths.of(type)
    let variables = schema.untold.filter { paths.declared[$0.name]?.form != .excluded }
    let untold = variables.map { variable in
      "\n- \"\(variable.name)\" cannot take part: \(variable.reason). Name it in "
        + "excludedPropertyKeys, begin its name with \"_\", or declare it by key path in properties"
    }.joined()
    var mistakes = untold.isEmpty ? nil : JSONAdapterError(.invalidMapping, modelClass: type)
    do {
      let mapping = try plans.plan(of: type)
      mistakes = mapping.readingMistake ?? mapping.writingMistake ?? mistakes
    } catch let error as JSONAdapterError {
      mistakes = error
    }
    if var mistakes {
      mistakes.found += untold
      errors.append(mistakes)
    }
    for property in schema.properties {
      guard let path = paths.path(of: property), path.form != .excluded else { continue }
      if let nested = ModelClassFinder.modelClass(in: property.valueType) { try visit(nested) }
    }
  }
}

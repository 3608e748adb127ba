enum SecretLaw: LawCheck {
  static func finding(in trial: Trial, _ made: MadeFamily) async -> Finding? { nil }
}

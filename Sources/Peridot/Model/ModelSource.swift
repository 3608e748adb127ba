/// What a model was filled from.
public enum ModelSource: Sendable {
  case dictionary, json, archive, copy
}

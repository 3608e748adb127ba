/// The source from which a model was filled.
public enum ModelSource: Sendable {
  case dictionary, json, archive, copy, record
}

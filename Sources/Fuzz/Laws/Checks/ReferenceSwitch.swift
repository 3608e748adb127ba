/// Whether laws ask the reference, too, which a run without its known faults leaves out.
enum ReferenceSwitch {
  @TaskLocal static var isOn = true
}

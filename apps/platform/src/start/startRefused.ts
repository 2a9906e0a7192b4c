/**
 * The platform cannot start as it was asked to. `message` is one line that names the setting and the mend, fit to be
 * shown to the operator as it is.
 */
export class StartRefused extends Error {
  /** Name of the setting at fault, as the environment spells it. */
  readonly setting: string
  constructor(setting: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
    this.setting = setting
  }
}

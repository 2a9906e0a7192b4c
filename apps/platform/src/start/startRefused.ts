/**
 * Thrown when the platform cannot start as configured. `message` is one line for the operator, with the setting and
 * what to do.
 */
export class StartRefused extends Error {
  /** The name of the wrong setting in the environment. */
  readonly setting: string
  constructor(setting: string, message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StartRefused'
    this.setting = setting
  }
}

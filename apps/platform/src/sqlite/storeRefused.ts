/**
 * The store cannot be opened, backed up or restored as asked; nothing was changed. The message is one line for a person:
 * it names the file or folder and the mend.
 */
export class StoreRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreRefused'
  }
}

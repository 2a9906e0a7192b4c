/**
 * Thrown when the store cannot be opened, backed up or restored as asked; nothing was changed. The message is one line
 * for an operator and names the file or folder and what to do.
 */
export class StoreRefused extends Error {
  constructor(message: string, options?: ErrorOptions) {
    super(message, options)
    this.name = 'StoreRefused'
  }
}

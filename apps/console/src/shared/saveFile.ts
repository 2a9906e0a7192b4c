/** How long a browser may take to begin with saving, milliseconds. */
const BEGUN_WITHIN_MS = 60_000

/** Lets the browser save a file under a name. */
export function saveFile(file: Blob, name: string): void {
  const address = URL.createObjectURL(file)
  const link = document.createElement('a')
  link.href = address
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(address), BEGUN_WITHIN_MS)
}

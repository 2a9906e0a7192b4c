/** Puts text on the clipboard. False where the browser has none: away from https and loopback, or when it was refused. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

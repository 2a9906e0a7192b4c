/** Copies text to the clipboard. Returns false when the browser has no clipboard (not https or loopback) or refuses. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text)
    return true
  } catch {
    return false
  }
}

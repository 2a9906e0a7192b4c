/**
 * Keeps the screen on while the page is visible, where the browser can. Returns a function that ends this. The browser
 * releases the screen when the page is hidden, so it is requested again.
 */
export function keepScreenOn(): () => void {
  // Missing on plain http outside loopback, and in some browsers.
  const screenLocks: WakeLock | undefined = navigator.wakeLock
  if (!screenLocks) return () => undefined
  let lock: WakeLockSentinel | undefined
  const ended = new AbortController()
  const request = async () => {
    if (document.visibilityState !== 'visible' || (lock && !lock.released)) return
    // A machine that is low on power refuses; the screen then goes off as it would anyway.
    const granted = await screenLocks.request('screen').catch(() => undefined)
    if (ended.signal.aborted) await granted?.release()
    else lock = granted
  }
  document.addEventListener('visibilitychange', () => void request(), { signal: ended.signal })
  void request()
  return () => {
    ended.abort()
    void lock?.release()
  }
}

import { useEffect } from 'react'
import { keepConnected } from '../../../data/keepConnected.ts'
import { followVersions } from '../../../data/newVersion.ts'
import { keepScreenOn } from '../../../ui/page/keepScreenOn.ts'

/** Keeps the page running for weeks without anybody: connected, signed in, of the newest version, with the screen on. */
export function useWallKeeping(): void {
  useEffect(() => {
    const stops = [keepConnected(), followVersions(), keepScreenOn()]
    return () => {
      for (const stop of stops) stop()
    }
  }, [])
}

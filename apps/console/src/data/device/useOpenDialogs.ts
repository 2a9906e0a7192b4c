import { createClient } from '@greenwave/client/createClient'
import {
  OPEN_DIALOG_KEY,
  type OpenDialog,
  parseOpenDialog,
  writeOpenDialog,
} from '@greenwave/contract/records/openDialogs'
import { timeseriesCalls } from '@greenwave/contract/wire/calls/timeseries'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { after, connection, topics } from '../live.ts'
import { log } from '../log.ts'
import { serverNowMs } from '../serverTime.ts'
import { session, whoIsSignedIn } from '../session.ts'
import { callDeps } from '../signInApi.ts'
import { watchAssetQuery } from '../useWatch.ts'
import { OpenDialogs } from './OpenDialogs.ts'

const { saveTimeseries } = timeseriesCalls

/** Reports dialogs, also from a page that is being closed. */
const callOpenDialogs = createClient({
  ...callDeps,
  fetch: (address, init, call, isFresh) => callDeps.fetch(address, { ...init, keepalive: true }, call, isFresh),
  calls: { saveTimeseries },
})

const NO_OTHERS: readonly OpenDialog[] = []

/**
 * Reports that a dialog of settings is open at a junction, while `opened`, and returns the others that are: none before
 * a watcher has run for the first time, because then there is no asset on which they meet.
 *
 * @param title the title of the dialog when it opened
 */
export function useOpenDialogs(deviceId: string, title: string, opened: boolean): readonly OpenDialog[] {
  const { data: assetId = null } = useQuery({ ...watchAssetQuery, staleTime: Number.POSITIVE_INFINITY })
  const [others, setOthers] = useState(NO_OTHERS)
  const [openedAs] = useState(title)
  useEffect(() => {
    if (!opened || assetId === null) return
    const own = { tab: crypto.randomUUID(), device: deviceId, by: whoIsSignedIn(), title: openedAs, open: true }
    const meeting = new OpenDialogs(
      { ...own, since: serverNowMs() },
      {
        follow: (arrived) =>
          topics.follow(
            { entityType: 'ASSET', entityId: assetId, scope: 'LATEST_TELEMETRY', keys: OPEN_DIALOG_KEY },
            {
              value: ({ samples }) => {
                const sample = samples?.[OPEN_DIALOG_KEY]
                const dialog = sample && parseOpenDialog(sample.value)
                if (dialog) arrived(sample.ts, dialog)
              },
              over: () => undefined,
            },
          ),
        onLive: (again) => connection.onState(({ kind }) => kind === 'live' && again()),
        send: (dialog) => {
          if (session.getState().state !== 'signedIn') return
          const values = { [OPEN_DIALOG_KEY]: writeOpenDialog(dialog) }
          callOpenDialogs('saveTimeseries', {
            params: { entityType: 'ASSET', entityId: assetId, scope: 'ANY' },
            body: { ts: serverNowMs(), values },
          }).catch(() => log('Reporting an open dialog failed'))
        },
        nowMs: serverNowMs,
        after,
      },
      setOthers,
    )
    const close = () => meeting.leave()
    window.addEventListener('pagehide', close)
    return () => {
      window.removeEventListener('pagehide', close)
      close()
      setOthers(NO_OTHERS)
    }
  }, [opened, assetId, deviceId, openedAs])
  return others
}

import { useCallback, useMemo, useState } from 'react'
import { errorText } from '../../../data/errorText.ts'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import type { OpenIncidents } from '../../../data/fleet/OpenIncidents.ts'
import { acknowledge, unmute } from '../../../data/queries/incidents.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { notifyError } from '../../../ui/notices/notify.tsx'
import type { NowActions } from '../model/nowActions.ts'

interface Models {
  readonly fleet: Fleet
  readonly incidents: OpenIncidents
}

/**
 * Provides the actions of a tenant administrator that need no dialog, and opens dialogs. A failure is shown until it is
 * closed, because its row may be gone by then.
 */
export function useNowActions({ fleet, incidents }: Models, ask: NowActions['ask']): NowActions {
  const t = useTexts('incidents', 'now')
  const [pending, setPending] = useState<ReadonlySet<string>>(new Set())
  const run = useCallback(async (id: string, failed: string, call: () => Promise<void>) => {
    setPending((before) => new Set(before).add(id))
    try {
      await call()
      return true
    } catch (error) {
      notifyError([failed, errorText(error, '')].filter(Boolean).join(' '))
      return false
    } finally {
      setPending((before) => new Set([...before].filter((other) => other !== id)))
    }
  }, [])
  return useMemo(() => {
    async function acknowledgeAll(wanted: readonly Incident[]): Promise<void> {
      for (const { id, junction, acknowledgedMs } of wanted) {
        if (acknowledgedMs !== null) continue
        const isDone = await run(id, t('acknowledgeFailed', { junction }), async () =>
          incidents.take(await acknowledge(id)),
        )
        // It may have ended, or another user was first; the others would fail alike.
        if (!isDone) return incidents.readAgain()
      }
    }
    return {
      acknowledge: (wanted) => void acknowledgeAll(wanted.filter(({ id }) => !pending.has(id))),
      unmute: ({ id, name }) =>
        void run(id, t('unmuteFailed', { junction: name }), async () => {
          await unmute(id)
          fleet.readAgain()
        }),
      ask,
      pending,
    }
  }, [t, run, fleet, incidents, ask, pending])
}

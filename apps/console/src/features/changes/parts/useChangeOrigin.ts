import type { RecordedChange } from '@greenwave/changes/historyEntry'
import { useQuery } from '@tanstack/react-query'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { rolloutQuery } from '../../../data/queries/rollouts.ts'
import { madeBeforeQuery } from '../../../data/queries/sampleCity.ts'
import { endsHold, isOfRollout, namesWatcher } from '../model/watchersOwn.ts'

/**
 * Returns whether the watcher writes such changes of one batch by itself for the person whom the records name: the end of
 * a hold, or a rollout that was to be sent later. Anybody can write a record that says so; what it does must be that, too.
 */
export function useIsWatchersOwn(entries: readonly RecordedChange[]): boolean {
  const batch = entries[0]?.change.batch
  const isNamed = entries.length > 0 && entries.every(({ change }) => namesWatcher(change))
  const rollout = useQuery({
    ...rolloutQuery(batch ?? ''),
    enabled: isNamed && batch !== undefined,
    refetchInterval: false,
    retry: false,
  })
  if (!isNamed) return false
  if (batch === undefined) return entries.every(({ change }) => endsHold(change))
  const { data } = rollout
  return data ? entries.every(({ change, device }) => isOfRollout(change, data, device.id)) : rollout.isLoading
}

/**
 * Returns whether a change is a made record of the sample city, from before its first start: the audit log has only what
 * was done since.
 */
export function useIsSimulated(): (entry: RecordedChange) => boolean {
  const { data: madeBefore } = useQuery({ ...madeBeforeQuery(), enabled: consoleSettings().demonstration })
  return ({ change }) => change.at < (madeBefore ?? 0)
}

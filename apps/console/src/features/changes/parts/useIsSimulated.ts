import type { RecordedChange } from '@greenwave/changes/historyEntry'
import { useQuery } from '@tanstack/react-query'
import { consoleSettings } from '../../../data/consoleSettings.ts'
import { madeBeforeQuery } from '../../../data/queries/sampleCity.ts'

/**
 * Returns whether a change is a made record of the sample city, from before its first start: the audit log has only what
 * was done since.
 */
export function useIsSimulated(): (entry: RecordedChange) => boolean {
  const { data: madeBefore } = useQuery({ ...madeBeforeQuery(), enabled: consoleSettings().demonstration })
  return ({ change }) => change.at < (madeBefore ?? 0)
}

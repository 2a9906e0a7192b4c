import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useQuery } from '@tanstack/react-query'
import { codeOf, junctionOf, levelNameOf, subjectOf } from '../../../data/alarmWords.ts'
import { activeAlarmsQuery } from '../../../data/queries/alarms.ts'
import { isMissingCall } from '../../../data/queries/sessions.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { type GoTo, type PaletteEntry, searchEntries } from '../model/paletteEntry.ts'
import type { Found } from './useFound.ts'

/** How many incidents are shown without a text, and how many that a text finds. */
const WORST = 3
const SHOWN = 8

/** Incidents that the palette found. */
export interface FoundIncidents extends Found {
  /** The worst incident of each junction, by the id of the junction. */
  readonly worst: ReadonlyMap<string, PaletteEntry['health']>
}

/**
 * Finds the active alarms of junctions by what is wrong, their type and their junction, the worst first. Without a text these are the
 * worst of all. Each leads to its junction or corridor.
 */
export function useFoundIncidents(text: string, goTo: GoTo): FoundIncidents {
  const t = useTexts('admin', 'find')
  const words = useHealthWords()
  const alarms = useQuery(activeAlarmsQuery())
  const entries = (alarms.data ?? []).flatMap((alarm): PaletteEntry | readonly never[] => {
    const { id, originator, originatorName, type, severity, startTs } = alarm
    const subject = subjectOf(alarm)
    if (!subject) return []
    const code = codeOf(alarm)
    const facts = {
      junction: junctionOf(alarm),
      level: t(`level.${levelNameOf(severity)}`),
      since: sinceText(startTs, serverNowMs()),
    }
    return {
      id: id.id,
      kind: 'incidents',
      label: code ? words.name({ code }) : type,
      detail: t('incident', facts),
      words: [originatorName ?? '', type],
      icon: IconAlertTriangle,
      choose: () =>
        subject === 'corridor'
          ? goTo({ to: '/corridors/$corridorId', params: { corridorId: originator.id } })
          : goTo({ to: '/devices/$deviceId', params: { deviceId: originator.id } }),
    }
  })
  const isBlank = text.trim() === ''
  // The alarms are in the order of their severity.
  const worst = new Map(
    (alarms.data ?? []).toReversed().map((alarm) => {
      const code = codeOf(alarm)
      return [
        alarm.originator.id,
        { mark: levelNameOf(alarm.severity), name: code ? words.name({ code }) : alarm.type },
      ] as const
    }),
  )
  return {
    entries: isBlank ? entries.slice(0, WORST) : searchEntries(text, entries).slice(0, SHOWN),
    worst,
    isSearching: alarms.isLoading,
    // A platform without alarms has none.
    error: isMissingCall(alarms.error) || alarms.isFetching ? null : alarms.error,
    retry: () => void alarms.refetch(),
  }
}

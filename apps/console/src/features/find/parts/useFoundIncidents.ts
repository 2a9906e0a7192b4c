import IconAlertTriangle from '@tabler/icons-react/dist/esm/icons/IconAlertTriangle.mjs'
import { useQuery } from '@tanstack/react-query'
import { type Incident, parseIncident } from '../../../data/fleet/incident.ts'
import { incidentsOf, worstFirst } from '../../../data/fleet/worstFirst.ts'
import { markOf } from '../../../data/health.ts'
import { activeAlarmsQuery } from '../../../data/queries/alarms.ts'
import { mutedJunctionsQuery } from '../../../data/fleet/junctionQueries.ts'
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

/** An incident, whether its junction is muted, and the green waves that it breaks. */
interface ListedIncident {
  readonly incident: Incident
  readonly isMuted: boolean
  readonly waves: readonly Incident[]
}

/**
 * Finds the active incidents by what is wrong, their type and their junction, the worst first and what is muted last. A
 * green wave is part of the incident that breaks it. Without a text these are the worst of all. Each leads to its junction
 * or corridor.
 */
export function useFoundIncidents(text: string, goTo: GoTo): FoundIncidents {
  const t = useTexts('admin', 'find')
  const words = useHealthWords()
  const alarms = useQuery(activeAlarmsQuery())
  const muted = useQuery(mutedJunctionsQuery())
  const alarmOf = new Map((alarms.data ?? []).map((alarm) => [alarm.id.id, alarm]))
  const incidents = (alarms.data ?? []).flatMap((alarm) => parseIncident(alarm) ?? [])
  const listed = listIncidents(incidents, muted.data ?? [])
  const nameOf = ({ id, code }: Incident) => (code === 'other' ? (alarmOf.get(id)?.type ?? '') : words.name({ code }))
  const entries = listed.map(({ incident, isMuted, waves }): PaletteEntry => {
    const { id, of, junctionId, junction, level, sinceMs } = incident
    const facts = { junction, level: t(`level.${markOf(level)}`), since: sinceText(sinceMs, serverNowMs()) }
    const detail = [
      t('incident', facts),
      isMuted && t('muted'),
      ...waves.map((wave) => t('breaksWave', { corridor: wave.junction })),
    ]
    const own = alarmOf.get(id)
    return {
      id,
      kind: 'incidents',
      label: nameOf(incident),
      detail: detail.filter(Boolean).join(' · '),
      words: [own?.originatorName ?? '', own?.type ?? '', ...waves.map(nameOf)],
      icon: IconAlertTriangle,
      choose: () =>
        of === 'corridor'
          ? goTo({ to: '/corridors/$corridorId', params: { corridorId: junctionId } })
          : goTo({ to: '/devices/$deviceId', params: { deviceId: junctionId } }),
    }
  })
  const worst = new Map(
    listed.toReversed().map(({ incident, isMuted }) => {
      const mark = isMuted ? 'muted' : markOf(incident.level)
      return [incident.junctionId, { mark, name: nameOf(incident) }] as const
    }),
  )
  return {
    entries: text.trim() === '' ? entries.slice(0, WORST) : searchEntries(text, entries).slice(0, SHOWN),
    worst,
    isSearching: alarms.isLoading || muted.isLoading,
    // A platform without alarms has none.
    error: isMissingCall(alarms.error) || alarms.isFetching ? null : alarms.error,
    retry: () => void alarms.refetch(),
  }
}

/** Takes each wave to the incident that breaks it, as every page does. The order stays, but what is muted comes last. */
function listIncidents(
  incidents: readonly Incident[],
  muted: Parameters<typeof worstFirst>[1],
): readonly ListedIncident[] {
  const listed = worstFirst(incidents, muted, serverNowMs()).flatMap((row): ListedIncident[] => {
    const all = incidentsOf(row)
    const own = all.filter(({ of }) => of === 'junction')
    const isMuted = row.kind !== 'group' && row.level === 1
    // A wave without a junction that breaks it is an incident itself.
    if (own.length === 0) return all.map((incident) => ({ incident, isMuted, waves: [] }))
    const causeOf = (wave: Incident) => own.find(({ code }) => code === wave.facts.cause) ?? own[0]
    return own.map((incident) => {
      const waves = all.filter((wave) => wave.of === 'corridor' && causeOf(wave) === incident)
      return { incident, isMuted, waves }
    })
  })
  const place = ({ incident, isMuted }: ListedIncident) =>
    incidents.indexOf(incident) + (isMuted ? incidents.length : 0)
  return listed.toSorted((a, b) => place(a) - place(b))
}

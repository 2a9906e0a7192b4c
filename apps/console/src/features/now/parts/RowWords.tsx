/** The words of a row of what is wrong: its sentence, since when, and who takes care of it. */
import { useQuery } from '@tanstack/react-query'
import type { FleetJunction } from '../../../data/fleet/fleetJunction.ts'
import type { Incident } from '../../../data/fleet/incident.ts'
import { alarmCommentsQuery } from '../../../data/queries/pastIncidents.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { lastActor } from '../../../shared/useNoteText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { useAgeText } from '../../../ui/states/useAgeText.ts'

/** Says since when, and for how long, which ticks. */
export function Since({ sinceMs }: { readonly sinceMs: number }) {
  const t = useTexts('incidents', 'now')
  const age = useAgeText()
  const nowMs = useNow(1000, serverNowMs)
  if (sinceMs <= 0) return null
  return (
    <>
      {t('since', { time: sinceText(sinceMs, nowMs) })} · {age(nowMs - sinceMs)}
    </>
  )
}

/** Says who acknowledged an incident and who is on it. */
export function Caretaker({ incident }: { readonly incident: Incident }) {
  const t = useTexts('incidents', 'now')
  const { assignee, acknowledgedMs } = incident
  if (!assignee && acknowledgedMs === null) return t('unassigned')
  return (
    <>
      {assignee && t('assignedTo', { name: assignee.name })}
      {assignee && acknowledgedMs !== null && ' · '}
      {acknowledgedMs !== null && <Acknowledger alarmId={incident.id} atMs={acknowledgedMs} />}
    </>
  )
}

/** Only comments tell who it was, and only a row on screen asks for them. */
function Acknowledger({ alarmId, atMs }: { readonly alarmId: string; readonly atMs: number }) {
  const t = useTexts('incidents', 'now')
  const { data } = useQuery(alarmCommentsQuery(alarmId))
  const name = data && lastActor(data.data, 'ACKED_BY_USER')
  return name ? t('acknowledgedBy', { name }) : t('acknowledgedAt', { time: sinceText(atMs, serverNowMs()) })
}

/** Says until when a junction is muted or held, why, and by whom. */
export function NoteWords({ note, isMute }: { readonly note: FleetJunction['mute']; readonly isMute: boolean }) {
  const t = useTexts('incidents', 'now')
  if (!note) return null
  const { untilMs, why, by } = note
  const time = untilMs === null ? null : sinceText(untilMs, serverNowMs())
  const texts = [time && t(isMute ? 'mutedUntil' : 'endsAt', { time }), why, by && t('by', { name: by })]
  return texts.filter(Boolean).join(' · ')
}

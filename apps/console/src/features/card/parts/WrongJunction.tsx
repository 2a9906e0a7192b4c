import { Button, Group } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import type { Incident } from '../../../data/fleet/incident.ts'
import { markOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { useAgeText } from '../../../ui/states/useAgeText.ts'
import { BigLamps } from './BigLamps.tsx'
import styles from './Card.module.css'

/** What a user may do about an incident on the card. */
export interface CardActs {
  readonly report: (incident: Incident) => void
  /** Undefined for users who only watch, and while it is being sent. */
  readonly acknowledge: ((incident: Incident) => void) | undefined
  /** Whether modes may be sent. */
  readonly maySend: boolean
}

interface WrongJunctionProps extends CardActs {
  readonly incident: Incident
}

/** Interval at which the duration is written again, milliseconds. */
const STEP_MS = 10_000

/** A junction of which something is wrong: what, since when, who is on it, and its lamps. */
export function WrongJunction({ incident, report, acknowledge, maySend }: WrongJunctionProps) {
  const { junctionId: deviceId, of, level, sinceMs, acknowledgedMs } = incident
  const t = useTexts('incidents', 'card')
  const now = useTexts('incidents', 'now')
  const age = useAgeText()
  const sentence = useIncidentWords()
  const nowMs = useNow(STEP_MS, serverNowMs)
  const who = incident.assignee
    ? now('assignedTo', { name: incident.assignee.name })
    : acknowledgedMs === null
      ? now('unassigned')
      : now('acknowledgedAt', { time: sinceText(acknowledgedMs, nowMs) })
  const small = { size: 'sm', variant: 'default' } as const
  return (
    <li className={styles.row}>
      <Link
        className={styles.name ?? ''}
        {...(of === 'corridor'
          ? { to: '/corridors/$corridorId', params: { corridorId: deviceId } }
          : { to: '/devices/$deviceId', params: { deviceId } })}
      >
        <HealthMark mark={markOf(level)} label={now(`level.${markOf(level)}`)} />
        <span>{incident.junction}</span>
      </Link>
      <NamedPhases deviceId={of === 'corridor' ? null : deviceId}>
        <p>{sentence(incident, nowMs, sinceMs)}.</p>
        <p className={styles.facts}>
          {now('since', { time: sinceText(sinceMs, nowMs) })} · {age(nowMs - sinceMs)} · {who}
        </p>
        {of === 'junction' && <BigLamps deviceId={deviceId} isDark={incident.code === 'dark'} />}
      </NamedPhases>
      <Group gap={8} role="group" aria-label={now('actionsOf', { junction: incident.junction })}>
        <Button {...small} onClick={() => report(incident)}>
          {t('report')}
        </Button>
        {maySend && acknowledgedMs === null && (
          <Button {...small} disabled={!acknowledge} onClick={() => acknowledge?.(incident)}>
            {now('acknowledge')}
          </Button>
        )}
        {maySend && of === 'junction' && (
          <Button
            {...small}
            renderRoot={(props) => (
              <Link
                {...props}
                to="/devices/$deviceId"
                params={{ deviceId }}
                state={{ dialog: { kind: 'act', act: 'flash' } }}
              />
            )}
          >
            {t('flash')}
          </Button>
        )}
      </Group>
    </li>
  )
}

import type { ShiftAct, ShiftHold, ShiftIncident } from '@greenwave/contract/records/shifts'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { markOf } from '../../../data/health.ts'
import { dateText, sinceText } from '../../../shared/dateText.ts'
import { useChangeWords } from '../../../shared/useChangeWords.ts'
import { useIncidentWords } from '../../../shared/useIncidentWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import { handedRows, type ShiftContent } from '../model/handOver.ts'
import styles from './Shifts.module.css'

/** Shows what was or is to be handed over, list by list. `atMs` is when it was so, epoch milliseconds. */
export function ShiftLists({ content, atMs }: { readonly content: ShiftContent; readonly atMs: number }) {
  const t = useTexts('monitoring', 'shifts')
  const { holds, mutes, changes, comments } = content
  const { rows, brokenBy } = handedRows(content)
  const held = (hold: ShiftHold, others = brokenBy.get(hold.id)) => (
    <HoldLine key={hold.id} hold={hold} others={others} atMs={atMs} />
  )
  return (
    <div className={styles.lists}>
      <List title={t('incidents', { count: rows.length })} none={t('noIncidents')}>
        {rows.map(({ incident, others }) => (
          <IncidentLine key={keyOf(incident)} incident={incident} others={others} atMs={atMs} />
        ))}
      </List>
      <List title={t('holds', { count: holds.length })}>{holds.map((hold) => held(hold))}</List>
      <List title={t('mutes', { count: mutes.length })}>
        {mutes.map((mute) => held(mute, holds.some(({ id }) => id === mute.id) ? [] : undefined))}
      </List>
      <List title={t('changes', { count: changes.length })}>{changes.map(act)}</List>
      <List title={t('comments', { count: comments.length })}>{comments.map(act)}</List>
    </div>
  )
}

const keyOf = ({ id, code, since }: ShiftIncident) => `${id} ${code} ${since}`
const act = (one: ShiftAct) => <ActLine key={`${one.id} ${one.at} ${one.text}`} act={one} />

interface ListProps {
  readonly title: string
  /** In the place of an empty list; left out where an empty list is not shown. */
  readonly none?: string
  readonly children: readonly ReactNode[]
}

function List({ title, none, children }: ListProps) {
  if (children.length === 0) return none === undefined ? null : <p className={styles.none}>{none}</p>
  return (
    <section>
      <h3>{title}</h3>
      <ul>{children}</ul>
    </section>
  )
}

/** Further parts of a line: other incidents of its junction, and the green waves that it breaks. */
interface OthersProps {
  readonly others?: readonly ShiftIncident[] | undefined
  readonly atMs: number
}

function Others({ others = [], atMs }: OthersProps) {
  const now = useTexts('incidents', 'now')
  if (others.length === 0) return null
  return (
    <ul aria-label={now('others')}>
      {others.map((incident) => (
        <IncidentLine key={keyOf(incident)} incident={incident} atMs={atMs} />
      ))}
    </ul>
  )
}

function IncidentLine({ incident, others, atMs }: OthersProps & { readonly incident: ShiftIncident }) {
  const t = useTexts('monitoring', 'shifts')
  const now = useTexts('incidents', 'now')
  const words = useIncidentWords()
  const { of, id, name, level, since, acknowledged, assignee } = incident
  const mark = markOf(level)
  return (
    <li>
      <HealthMark mark={mark} label={now(`level.${mark}`)} />
      <span>
        {of === 'corridor' ? (
          <Link to="/corridors/$corridorId" params={{ corridorId: id }}>
            {name}
          </Link>
        ) : (
          <Junction id={id} name={name} />
        )}{' '}
        {words(incident, atMs)}
        <small>
          {[
            now('since', { time: sinceText(since, atMs) }),
            acknowledged && t('acknowledged'),
            assignee && now('assignedTo', { name: assignee }),
          ]
            .filter(Boolean)
            .join(' · ')}
        </small>
        <Others others={others} atMs={atMs} />
      </span>
    </li>
  )
}

function HoldLine({ hold: { id, name, until, by, why }, others, atMs }: OthersProps & { readonly hold: ShiftHold }) {
  const t = useTexts('monitoring', 'shifts')
  const now = useTexts('incidents', 'now')
  const ends = until === null ? t('noEnd') : now('endsAt', { time: sinceText(until, atMs) })
  return (
    <li>
      <span>
        <Junction id={id} name={name} /> {ends}
        <small>{[by && now('by', { name: by }), why].filter(Boolean).join(' · ')}</small>
        <Others others={others} atMs={atMs} />
      </span>
    </li>
  )
}

function ActLine({ act: { id, name, at, by, text, keys = [], more = 0 } }: { readonly act: ShiftAct }) {
  const { nameOf } = useChangeWords()
  const said = keys.length > 0 ? keys.map(nameOf).join(', ') + (more > 0 ? ` +${more}` : '') : text
  return (
    <li>
      <span>
        <Junction id={id} name={name} /> {said}
        <small>{[dateText(at), by].filter(Boolean).join(' · ')}</small>
      </span>
    </li>
  )
}

function Junction({ id, name }: { readonly id: string; readonly name: string }) {
  return (
    <Link to="/devices/$deviceId" params={{ deviceId: id }}>
      {name}
    </Link>
  )
}

import { ActionIcon } from '@mantine/core'
import IconX from '@tabler/icons-react/dist/esm/icons/IconX.mjs'
import { useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { type ReactNode, useCallback, useEffect, useEffectEvent, useId, useRef, useSyncExternalStore } from 'react'
import type { Fleet } from '../../../data/fleet/Fleet.ts'
import type { OpenIncidents } from '../../../data/fleet/OpenIncidents.ts'
import { useWrongRows } from '../../../data/fleet/useWrongRows.ts'
import { type HealthFacts, healthOf, markOf } from '../../../data/health.ts'
import { alarmCommentsQuery } from '../../../data/queries/pastIncidents.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useWatch } from '../../../data/useWatch.ts'
import { HistoryLink } from '../../../shared/HistoryLink.tsx'
import { NamedPhases } from '../../../shared/NamedPhases.tsx'
import { useHealthWords } from '../../../shared/useHealthWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import type { NowActions } from '../model/nowActions.ts'
import type { Selection } from '../model/Selection.ts'
import { rowOfJunction, type ShownRow } from '../model/shownRows.ts'
import { useRowSentences } from '../words/useRowSentences.ts'
import styles from './JunctionBeside.module.css'
import { OtherIncidents } from './OtherIncidents.tsx'
import { OpenJunction, RowActions } from './RowActions.tsx'
import { Caretaker, NoteWords, Since } from './RowWords.tsx'

/** Parts that other features render, because features do not import one another. */
export interface BesideParts {
  /** Renders the live part of a junction: what ends its incident, lamps, the last ten minutes, the last change. */
  readonly renderJunction: (deviceId: string) => ReactNode
  /** Renders why an alarm was raised: its rule, its samples, its comments. */
  readonly renderDetails: (alarmId: string) => ReactNode
}

interface JunctionBesideProps extends BesideParts {
  readonly deviceId: string
  readonly fleet: Fleet
  readonly open: OpenIncidents
  readonly selection: Selection
  /** Undefined for users who only watch. */
  readonly actions: NowActions | undefined
}

/** Where Escape has a meaning of its own. */
const BUSY = '[role=dialog], [role=menu], [role=listbox], [role=tooltip]'

/**
 * Shows the chosen incident beside the list, and on a small screen in its place: what is wrong, what can be done, the
 * lamps, and why it was raised. It stays open when the incident ends. Takes the focus when it opens; Escape closes it.
 */
export function JunctionBeside({
  deviceId,
  fleet,
  open,
  selection,
  actions,
  renderJunction,
  renderDetails,
}: JunctionBesideProps) {
  const t = useTexts('incidents', 'now')
  const navigate = useNavigate({ from: '/now' })
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  const shown = rowOfJunction(useWrongRows(fleet, open), deviceId)
  const junction = useSyncExternalStore(
    useCallback((listener) => fleet.onChange(listener), [fleet]),
    () => fleet.junctions.get(deviceId),
  )
  const incident = shown?.row.kind === 'incident' ? shown.row.incident : undefined
  const name = junction?.label ?? incident?.junction ?? ''
  // Comments name who acknowledged the incident and who is on it.
  const client = useQueryClient()
  const { id: alarmId, acknowledgedMs, assignee } = incident ?? {}
  useEffect(() => {
    if (alarmId !== undefined && (acknowledgedMs || assignee))
      void client.invalidateQueries(alarmCommentsQuery(alarmId))
  }, [client, alarmId, acknowledgedMs, assignee])
  useEffect(() => title.current?.focus({ preventScroll: true }), [])
  const close = useEffectEvent(() => {
    selection.giveFocus()
    void navigate({ to: '/now', search: ({ device: _open, ...old }) => old, replace: true })
  })
  useEffect(() => {
    const leave = (event: KeyboardEvent) => {
      if (event.key === 'Escape' && !event.defaultPrevented && !document.querySelector(BUSY)) close()
    }
    document.addEventListener('keydown', leave)
    return () => document.removeEventListener('keydown', leave)
  }, [])
  return (
    <section className={styles.beside} aria-labelledby={titleId} data-beside>
      <header className={styles.head}>
        <h2 ref={title} id={titleId} tabIndex={-1} className={styles.name}>
          {name}
        </h2>
        <ActionIcon variant="subtle" color="gray" size="lg" aria-label={t('closeBeside')} onClick={() => close()}>
          <IconX size={20} stroke={1.8} />
        </ActionIcon>
      </header>
      <div className={styles.body} key={deviceId}>
        <NamedPhases deviceId={deviceId}>
          <div className={styles.state}>
            {shown ? <Problem shown={shown} /> : junction && <Health facts={junction.facts} />}
            {shown ? <RowActions shown={shown} name={name} actions={actions} /> : <OpenJunction deviceId={deviceId} />}
          </div>
          {renderJunction(deviceId)}
          {incident && renderDetails(incident.id)}
        </NamedPhases>
      </div>
    </section>
  )
}

/** The problem of the junction in words, since when, and who takes care of it; a hold or a mute with its end. */
function Problem({ shown: { row } }: { readonly shown: ShownRow }) {
  const t = useTexts('incidents', 'now')
  const sentences = useRowSentences()
  if (row.kind === 'group') return null
  const note = row.kind === 'incident' ? row.mute : row.level === 1 ? row.junction.mute : row.junction.hold
  return (
    <>
      <p className={styles.sentence}>
        <HealthMark mark={markOf(row.level)} label={t(`level.${markOf(row.level)}`)} />
        <span>
          {row.kind === 'incident' ? sentences.incident(row.incident, serverNowMs()) : sentences.junction(row.junction)}
        </span>
      </p>
      {row.others.length > 0 && <OtherIncidents incidents={row.others} />}
      <small>
        <Since sinceMs={row.sinceMs} />
        {row.kind === 'incident' && (
          <>
            {' · '}
            <Caretaker incident={row.incident} />
            {' · '}
            <HistoryLink deviceId={row.incident.junctionId} atMs={row.sinceMs} junction={row.incident.junction} />
          </>
        )}
      </small>
      {note && (
        <small>
          <NoteWords note={note} isMute={row.level === 1} />
        </small>
      )}
    </>
  )
}

/** The state of a junction without a problem. */
function Health({ facts }: { readonly facts: HealthFacts }) {
  const words = useHealthWords()
  const health = healthOf(facts, useWatch())
  return (
    health && (
      <p className={styles.sentence}>
        <HealthMark mark={health.mark} old={!health.current} />
        <span>{[words.name(health), words.time(health, serverNowMs())].filter(Boolean).join(' · ')}</span>
      </p>
    )
  )
}

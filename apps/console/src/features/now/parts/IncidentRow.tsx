import { Button } from '@mantine/core'
import IconRoute from '@tabler/icons-react/dist/esm/icons/IconRoute.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useRef } from 'react'
import { markOf } from '../../../data/health.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { HistoryLink } from '../../../shared/HistoryLink.tsx'
import { WhatItMeans } from '../../../shared/WhatItMeans.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { HealthMark } from '../../../ui/states/HealthMark.tsx'
import type { NowActions } from '../model/nowActions.ts'
import { type Selection, useSelection } from '../model/Selection.ts'
import type { ShownRow } from '../model/shownRows.ts'
import { useRowSentences } from '../words/useRowSentences.ts'
import styles from './IncidentList.module.css'
import { LampGlyph } from './LampGlyph.tsx'
import { OtherIncidents } from './OtherIncidents.tsx'
import { RowActions } from './RowActions.tsx'
import { Caretaker, NoteWords, Since } from './RowWords.tsx'

/** Properties of a row. */
export interface IncidentRowProps {
  readonly shown: ShownRow
  readonly isSelected: boolean
  readonly selection: Selection
  readonly actions: NowActions | undefined
  /** Returns the title of a junction's customer; null if none or not known yet. A new function when more is known. */
  readonly customerOf: (junctionId: string) => string | null
  readonly onToggle: (groupId: string) => void
  /** The id of the junction that is open beside the list, with the buttons of its row. */
  readonly besideId: string | undefined
}

/** Shows an incident: its mark, junction or corridor, sentence and lamps, and its buttons while it is selected. */
export function IncidentRow({
  shown,
  isSelected,
  selection,
  actions,
  customerOf,
  onToggle,
  besideId,
}: IncidentRowProps) {
  const t = useTexts('incidents', 'now')
  const { row, isPart, isOpen, junctionId, corridorId } = shown
  const title = useRef<HTMLAnchorElement & HTMLButtonElement>(null)
  const focusRequests = useSelection(selection, (now) => now.focusRequests)
  useEffect(() => {
    if (isSelected && focusRequests >= 0 && selection.takesFocus()) title.current?.focus({ preventScroll: true })
  }, [isSelected, selection, focusRequests])
  const isHovered = useSelection(selection, ({ hoveredId }) => junctionId !== null && hoveredId === junctionId)
  const { name, sentence, facts } = useRow(shown, customerOf)
  const isMuted = row.level === 1
  const isBeside = junctionId !== null && junctionId === besideId
  return (
    <div
      className={styles.row}
      data-level={row.level}
      data-part={isPart || undefined}
      data-selected={isSelected || undefined}
      data-hovered={isHovered || undefined}
    >
      <span className={styles.mark}>
        <HealthMark mark={markOf(row.level)} label={t(`level.${markOf(row.level)}`)} />
      </span>
      <div className={styles.words}>
        {corridorId !== null ? (
          <Link ref={title} className={styles.title ?? ''} to="/corridors/$corridorId" params={{ corridorId }}>
            {name}
          </Link>
        ) : junctionId === null ? (
          <button
            type="button"
            ref={title}
            className={styles.title}
            aria-expanded={isOpen}
            onClick={() => onToggle(row.id)}
          >
            {name}
          </button>
        ) : (
          <Link
            ref={title}
            className={styles.title ?? ''}
            from="/now"
            to="/now"
            search={(old) => ({ ...old, device: junctionId })}
            aria-current={isBeside || undefined}
          >
            {name}
          </Link>
        )}
        <p>{sentence}</p>
        {row.others.length > 0 && <OtherIncidents incidents={row.others} />}
        <small>
          {facts}
          {row.kind === 'incident' && (
            <>
              {' · '}
              {junctionId !== null && <HistoryLink deviceId={junctionId} atMs={row.sinceMs} junction={name} />}
              {junctionId !== null && ' · '}
              <WhatItMeans code={row.incident.code} />
            </>
          )}
        </small>
        {isMuted && row.kind !== 'group' && (
          <small>
            <NoteWords note={row.kind === 'incident' ? row.mute : row.junction.mute} isMute />
          </small>
        )}
        {isSelected && !isBeside && <RowActions shown={shown} name={name} actions={actions} />}
      </div>
      {corridorId !== null ? (
        <IconRoute size={20} stroke={1.8} aria-hidden="true" />
      ) : junctionId !== null ? (
        <LampGlyph junctionId={junctionId} isDark={row.kind === 'incident' && row.incident.code === 'dark'} />
      ) : (
        <Button size="compact-xs" variant="default" onClick={() => onToggle(row.id)}>
          {t(isOpen ? 'hideParts' : 'showParts')}
        </Button>
      )}
    </div>
  )
}

/** Returns the words of a row. */
function useRow({ row }: ShownRow, customerOf: IncidentRowProps['customerOf']) {
  const t = useTexts('incidents', 'now')
  const sentences = useRowSentences()
  const since = <Since sinceMs={row.sinceMs} />
  switch (row.kind) {
    case 'incident': {
      const { incident } = row
      const facts: ReactNode = (
        <>
          {since} · <Caretaker incident={incident} />
        </>
      )
      return { name: incident.junction, sentence: sentences.incident(incident, serverNowMs()), facts }
    }
    case 'group': {
      const { incidents } = row
      const [first] = incidents
      const isNobodys = first?.customerId === null
      const customer = first && customerOf(first.junctionId)
      const count = incidents.length
      const spread = Math.max(1, Math.ceil(((incidents.at(-1)?.sinceMs ?? 0) - row.sinceMs) / 1000))
      return {
        name: customer
          ? t('group', { count, customer })
          : t(isNobodys ? 'groupOfNobody' : 'groupOfSomebody', { count }),
        sentence: t('lostTogether', { count: spread }),
        facts: since,
      }
    }
    case 'junction': {
      const { junction } = row
      const facts: ReactNode = (
        <>
          {since}
          {row.level === 2 && junction.hold && ' · '}
          {row.level === 2 && <NoteWords note={junction.hold} isMute={false} />}
        </>
      )
      return { name: junction.label, sentence: sentences.junction(junction), facts }
    }
  }
}

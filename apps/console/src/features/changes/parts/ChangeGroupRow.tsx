import type { RecordedChange } from '@greenwave/changes/historyEntry'
import { isoDate } from '@greenwave/controller/isoTime'
import { Button } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useMemo, useState } from 'react'
import { inOwnLanguage } from '../../../data/errorText.ts'
import { ChangedValues } from '../../../shared/ChangedValues.tsx'
import { dateText, timeText } from '../../../shared/dateText.ts'
import { useJunctionNames } from '../../../shared/useJunctionNames.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { usePrinting } from '../../../ui/page/usePrinting.ts'
import { filterOfKind } from '../model/changeFilters.ts'
import { type ChangeGroup, devicesOf } from '../model/changeGroups.ts'
import { groupValues } from '../model/groupValues.ts'
import { useChangeKindText } from './ChangeFilters.tsx'
import { useMakerText } from './ChangeRow.tsx'
import styles from './Changes.module.css'
import { GroupTags } from './GroupTags.tsx'

interface ChangeGroupRowProps {
  readonly group: ChangeGroup
  /** How much of it is listed: `all`, `yours` for a user who cannot see the others, `here` where there may be more. */
  readonly extent: 'all' | 'yours' | 'here'
  /** Whether it is a rollout whose page the user may open. */
  readonly isRollout: boolean
  /** Renders the row of one of its changes. */
  readonly renderEntry: (entry: RecordedChange) => ReactNode
}

/** As many junctions are named. */
const NAMED = 3

/** Changes that were made at several junctions as one, in one row. It opens into those of each junction. */
export function ChangeGroupRow({ group, extent, isRollout, renderEntry }: ChangeGroupRowProps) {
  const t = useTexts('settings', 'changes')
  const namesText = useJunctionNames(NAMED)
  const members = useId()
  const [isOpened, setOpened] = useState(false)
  // On paper every change is printed.
  const isOpen = usePrinting() || isOpened
  const { batch, entries } = group
  const devices = devicesOf(entries)
  const title = t(`group.${extent}`, { count: devices.length })
  const [why] = new Set(entries.map(({ change }) => change.why))
  const isOneWhy = entries.every(({ change }) => change.why === why)
  return (
    <li className={styles.row} data-group>
      <div className={styles.what}>
        <h2 className={styles.junction}>
          {title}
          <small>{namesText(devices.map(({ name, label }) => label || name))}</small>
        </h2>
        <Facts entries={entries} />
        <GroupTags entries={entries} />
        <GroupValuesList entries={entries} />
        {isOneWhy && why && <p className={styles.why}>{inOwnLanguage(why)}</p>}
        {isRollout && (
          <Link className={styles.compare ?? ''} to="/rollouts/$rolloutId" params={{ rolloutId: batch }}>
            {t('group.rollout')}
          </Link>
        )}
      </div>
      <Button
        variant="default"
        className={styles.action ?? ''}
        aria-expanded={isOpened}
        aria-controls={members}
        aria-label={t('group.eachOf', { title, time: dateText(entries[0]?.atMs) })}
        rightSection={<IconChevronDown className={styles.chevron} size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpened(!isOpened)}
      >
        {t('group.each')}
      </Button>
      <div id={members} className={styles.members} hidden={!isOpen}>
        {isOpen && (
          <ol className={styles.rows} aria-label={t('group.eachOf', { title, time: dateText(entries[0]?.atMs) })}>
            {entries.map(renderEntry)}
          </ol>
        )}
      </div>
    </li>
  )
}

/** When the first and the last one were made, and by whom. */
function Facts({ entries }: { readonly entries: readonly RecordedChange[] }) {
  const t = useTexts('settings', 'changes')
  const makerText = useMakerText()
  const times = entries.map(({ atMs }) => atMs)
  const firstMs = Math.min(...times)
  const lastMs = Math.max(...times)
  const first = dateText(firstMs)
  const last = dateText(lastMs)
  const restored = new Set(entries.map(({ change }) => change.restores))
  const [restores] = restored
  return (
    <p className={styles.facts}>
      <time dateTime={new Date(firstMs).toISOString()}>{first}</time>
      {first !== last && (
        <>
          {' – '}
          <time dateTime={new Date(lastMs).toISOString()}>
            {isoDate(firstMs) === isoDate(lastMs) ? timeText(lastMs) : last}
          </time>
        </>
      )}
      {' · '}
      {[...new Set(entries.map(({ change }) => makerText(change)))].join(', ')}
      {restored.size === 1 && restores !== undefined && ` · ${t('restores', { time: dateText(restores) })}`}
    </p>
  )
}

/** Lists the values that changed alike at many junctions, and those that differ between junctions. */
function GroupValuesList({ entries }: { readonly entries: readonly RecordedChange[] }) {
  const t = useTexts('settings', 'changes')
  const kindText = useChangeKindText()
  const { before, after, differing, until, untilBefore } = useMemo(() => groupValues(entries), [entries])
  const hasCommon = Object.keys(after).length > 0 || until !== undefined
  const kinds = [...new Set(differing.flatMap((kind) => filterOfKind(kind) ?? []))]
  return (
    <>
      {(hasCommon || differing.length === 0) && (
        <ChangedValues before={before} after={after} until={until} untilBefore={untilBefore} />
      )}
      {differing.length > 0 && (
        <p className={styles.differing}>
          {kinds.length > 0 && `${kinds.map(kindText).join(', ')}: `}
          <b>{t('group.differ')}</b>
        </p>
      )}
    </>
  )
}

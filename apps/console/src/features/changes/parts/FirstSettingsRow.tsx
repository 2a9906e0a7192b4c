import type { RecordedChange } from '@greenwave/changes/historyEntry'
import { Button } from '@mantine/core'
import IconChevronDown from '@tabler/icons-react/dist/esm/icons/IconChevronDown.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useId, useState } from 'react'
import { dateText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { usePrinting } from '../../../ui/page/usePrinting.ts'
import type { FirstSettings } from '../model/changeGroups.ts'
import { useMakerText } from './ChangeRow.tsx'
import styles from './Changes.module.css'

interface FirstSettingsRowProps {
  readonly first: FirstSettings
  /** Renders the row of one of its changes. */
  readonly renderEntry: (entry: RecordedChange) => ReactNode
}

/** The first settings of a junction in one line: where, when, who and how many. It opens into their changes. */
export function FirstSettingsRow({ first: { entries, count }, renderEntry }: FirstSettingsRowProps) {
  const t = useTexts('settings', 'changes')
  const makerText = useMakerText()
  const members = useId()
  const [isOpened, setOpened] = useState(false)
  // On paper every change is printed.
  const isOpen = usePrinting() || isOpened
  const [last] = entries
  const { device, atMs } = last
  const junction = device.label || device.name
  const label = `${t('firstShow')}: ${junction}, ${dateText(atMs)}`
  return (
    <li className={styles.row} data-group data-first>
      <div className={styles.what}>
        <h2 className={styles.junction}>
          <Link to="/devices/$deviceId" params={{ deviceId: device.id }}>
            {junction}
          </Link>
        </h2>
        <p className={styles.facts}>
          <b>{t('first', { count })}</b> · <time dateTime={new Date(atMs).toISOString()}>{dateText(atMs)}</time> ·{' '}
          {makerText(last.change)}
        </p>
      </div>
      <Button
        variant="subtle"
        size="compact-sm"
        className={styles.action ?? ''}
        aria-expanded={isOpened}
        aria-controls={members}
        aria-label={label}
        rightSection={<IconChevronDown className={styles.chevron} size={16} stroke={1.8} aria-hidden="true" />}
        onClick={() => setOpened(!isOpened)}
      >
        {t('firstShow')}
      </Button>
      <div id={members} className={styles.members} hidden={!isOpen}>
        {isOpen && (
          <ol className={styles.rows} aria-label={label}>
            {entries.map(renderEntry)}
          </ol>
        )}
      </div>
    </li>
  )
}

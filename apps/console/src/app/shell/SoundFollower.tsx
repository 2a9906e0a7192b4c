import { Button } from '@mantine/core'
import IconVolume from '@tabler/icons-react/dist/esm/icons/IconVolume.mjs'
import { Link } from '@tanstack/react-router'
import { type ReactNode, useEffect, useState } from 'react'
import { fetchUnacknowledged } from '../../data/queries/alarms.ts'
import { mutedAmong } from '../../data/queries/mutes.ts'
import { SoundAlarm } from '../../data/SoundAlarm.ts'
import type { SoundChoice } from '../../data/soundChoice.ts'
import { oneForAllTabs } from '../../data/tabLock.ts'
import { useWatch } from '../../data/useWatch.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { Chime } from '../../ui/page/Chime.ts'
import styles from './SoundFollower.module.css'

/** A browser that allows sounds does so within this time, milliseconds. */
const ALLOWED_AFTER_MS = 1_000

/** Sounds for incidents until they are acknowledged, and shows that it does, or that the browser waits for a tap. Mounted anew for each choice. */
export function SoundFollower({ choice }: { readonly choice: SoundChoice }) {
  const t = useTexts('admin', 'sound')
  const [chime] = useState(() => new Chime())
  const [isAllowed, setAllowed] = useState<boolean>()
  const [level, setLevel] = useState<3 | 4 | 5 | null>(null)
  useEffect(() => {
    const note = () => setAllowed(chime.isAllowed)
    const end = chime.begin(note)
    const timer = setTimeout(note, ALLOWED_AFTER_MS)
    return () => {
      clearTimeout(timer)
      end()
    }
  }, [chime])
  const watch = useWatch()
  const revision = watch.kind === 'watched' ? watch.revision : undefined
  const [alarm] = useState(
    () =>
      new SoundAlarm(
        {
          ...{ readOpen: fetchUnacknowledged, readMuted: mutedAmong, storage: localStorage, nowMs: Date.now },
          oneForAllTabs: (task) => oneForAllTabs(task, 'greenwave.sound'),
          play: (worst) => chime.play(worst),
          onLevel: setLevel,
        },
        choice,
      ),
  )
  useEffect(() => () => alarm.stop(), [alarm])
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new revision, and the permission to sound, are reasons to look again.
  useEffect(() => alarm.touch(), [alarm, revision, isAllowed])
  if (isAllowed === false)
    return (
      <Line text={t('blocked')}>
        {/* The browser takes any press as permission. */}
        <Button size="compact-sm">{t('allow')}</Button>
      </Line>
    )
  return (
    level !== null && (
      <Line text={t('sounding')}>
        <Link to="/now" search={{}}>
          {t('open')}
        </Link>
      </Line>
    )
  )
}

function Line({ text, children }: { readonly text: string; readonly children: ReactNode }) {
  return (
    <div className={styles.sound} role="status">
      <IconVolume size={18} stroke={1.8} aria-hidden="true" />
      <span className={styles.line}>
        {text} {children}
      </span>
    </div>
  )
}

import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef } from 'react'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { RECENT_MS } from '../../../data/history/RecentSeconds.ts'
import { useRecentSeconds } from '../../../data/history/useRecentSeconds.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { paintRecent } from '../model/paintRecent.ts'
import styles from './RecentTape.module.css'
import { useShownScheme } from '../../../ui/theme/useShownScheme.ts'

/** Without samples the tape moves on as rarely as this, milliseconds. */
const IDLE_STEP_MS = 5000

/**
 * The settings that the controller runs, once both scopes are known, and since when these have been the same. Of actuated
 * greens they do not say when they are.
 */
const runningOf = ({ shared, client, running, observed: { styles: learned } }: DeviceState) =>
  shared && client && learned.control?.kind !== 'actuated' ? running : undefined
const changedOf = ({ observed }: DeviceState) => observed.known?.changedMs

/** The lamps of the last ten minutes, which move on with each sample. It is a link to the history. */
export function RecentTape({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const navigate = useNavigate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const { recent, version, newestMs } = useRecentSeconds(deviceId)
  const running = useDevice(deviceId, runningOf)
  const changedMs = useDevice(deviceId, changedOf)
  const nowMs = useNow(IDLE_STEP_MS, serverNowMs)
  const scheme = useShownScheme()
  const untilMs = Math.floor(Math.max(newestMs, nowMs) / 1000) * 1000 + 1000

  useEffect(() => {
    if (canvas.current && scheme && version >= 0) {
      const known = running && changedMs !== undefined ? { fromMs: changedMs, settings: running } : undefined
      paintRecent(canvas.current, recent.quarterAt, { fromMs: untilMs - RECENT_MS, untilMs }, known)
    }
  }, [recent, version, untilMs, scheme, running, changedMs])

  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // By keyboard it opens at the newest second; a click says where.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = width > 0 ? (event.clientX - left) / width : 1
    const at = Math.floor((untilMs - (1 - share) * RECENT_MS) / 1000) * 1000
    void navigate({ to: '/devices/$deviceId/history', params: { deviceId }, search: { at } })
  }
  return (
    <div className={styles.tape}>
      <Link
        className={styles.link ?? ''}
        to="/devices/$deviceId/history"
        params={{ deviceId }}
        aria-label={t('recent.label')}
        onClick={open}
      >
        <canvas ref={canvas} className={styles.canvas} />
      </Link>
      <div className={styles.axis} aria-hidden="true">
        <span>{t('recent.begin')}</span>
        <span>{t('recent.now')}</span>
      </div>
    </div>
  )
}

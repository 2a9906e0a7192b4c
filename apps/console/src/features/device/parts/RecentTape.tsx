import type { Span } from '@greenwave/replay/gaps'
import { useComputedColorScheme } from '@mantine/core'
import { Link, useNavigate } from '@tanstack/react-router'
import { type MouseEvent, useEffect, useRef, useState } from 'react'
import type { DevicePart } from '../../../data/device/DeviceFeed.ts'
import type { DeviceState } from '../../../data/device/deviceState.ts'
import { useDevice } from '../../../data/device/useDevice.ts'
import { historyReads } from '../../../data/history/historyReads.ts'
import { RecentSeconds } from '../../../data/history/RecentSeconds.ts'
import { log } from '../../../data/log.ts'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { paintRecent } from '../model/paintRecent.ts'
import styles from './RecentTape.module.css'

const LENGTH_MS = 600_000
/** Without samples the tape moves on as rarely as this, milliseconds. */
const IDLE_STEP_MS = 5000

const TELEMETRY: readonly DevicePart[] = ['telemetry']
const recentOf = ({ observed }: DeviceState) => observed.street?.recent

/** The lamps of the last ten minutes, which move on with each sample. It is a link to the history. */
export function RecentTape({ deviceId }: { deviceId: string }) {
  const t = useTexts('device')
  const navigate = useNavigate()
  const canvas = useRef<HTMLCanvasElement>(null)
  const [recent] = useState(() => new RecentSeconds())
  const [filled, setFilled] = useState(0)
  const samples = useDevice(deviceId, recentOf, TELEMETRY)
  const nowMs = useNow(IDLE_STEP_MS, serverNowMs)
  const scheme = useComputedColorScheme()
  const newestMs = samples?.at(-1)?.ts ?? 0
  const untilMs = Math.floor(Math.max(newestMs, nowMs) / 1000) * 1000 + 1000

  const [missed, setMissed] = useState<Span | null>(null)
  useEffect(() => {
    const gap = recent.put(samples ?? [])
    if (gap) setMissed(gap)
  }, [recent, samples])
  useEffect(() => {
    // What was sent before the page was opened, or while it was in the background, is read once.
    const now = serverNowMs()
    const span = { fromMs: Math.max(missed?.fromMs ?? 0, now - LENGTH_MS), untilMs: missed?.untilMs ?? now }
    if (span.fromMs >= span.untilMs) return
    const abort = new AbortController()
    historyReads(deviceId)
      .lamps(span, abort.signal)
      .then((quarters) => {
        for (const quarter of quarters) recent.fill(quarter)
        setFilled((count) => count + 1)
      })
      .catch((error: unknown) => {
        // The tape then begins with what arrives.
        if (!abort.signal.aborted) log(`The last minutes of the lamps could not be read: ${String(error)}`)
      })
    return () => abort.abort()
  }, [deviceId, recent, missed])
  useEffect(() => {
    if (canvas.current && scheme && filled >= 0) {
      paintRecent(canvas.current, recent.quarterAt, { fromMs: untilMs - LENGTH_MS, untilMs })
    }
  }, [recent, untilMs, scheme, filled])

  const open = (event: MouseEvent<HTMLAnchorElement>) => {
    // By keyboard it opens at the newest second; a click says where.
    if (event.detail === 0 || event.ctrlKey || event.metaKey || event.shiftKey) return
    event.preventDefault()
    const { left, width } = event.currentTarget.getBoundingClientRect()
    const share = width > 0 ? (event.clientX - left) / width : 1
    const at = Math.floor((untilMs - (1 - share) * LENGTH_MS) / 1000) * 1000
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

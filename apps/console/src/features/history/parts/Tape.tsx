import { PHASES } from '@greenwave/controller/controllerLimits'
import { type PointerEvent, type ReactNode, useEffect, useId, useRef } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { dayText, timeText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import { moveByKey } from '../model/moveByKey.ts'
import type { TapeModel } from '../model/TapeModel.ts'
import { TapePainter } from '../model/TapePainter.ts'
import { momentAt } from '../model/tapeLayout.ts'
import { axisText, useHistoryWords } from '../words/useHistoryWords.ts'
import { useTapeFacts } from '../words/useTapeFacts.ts'
import styles from './Tape.module.css'
import { usePlayhead, useTapeSnapshot } from './useTape.ts'
import { useShownScheme } from '../../../ui/theme/useShownScheme.ts'

/** The tape itself: a picture that is a slider, moved by dragging, touch and keys. */
export function Tape({ model }: { model: TapeModel }) {
  const t = useTexts('monitoring', 'history')
  const { playhead, history } = model
  const snapshot = useTapeSnapshot(model)
  const { phase, length } = useHistoryWords()
  const facts = useTapeFacts(snapshot)
  const scheme = useShownScheme()
  const base = useRef<HTMLCanvasElement>(null)
  const above = useRef<HTMLCanvasElement>(null)
  const painter = useRef<TapePainter>(null)
  const hint = useId()
  useEffect(() => {
    if (!base.current || !above.current) return
    const made = new TapePainter(history, base.current, above.current)
    painter.current = made
    made.moveTo(playhead.state.atMs)
    const ends = [made.attach(), playhead.onChange(() => made.moveTo(playhead.state.atMs))]
    return () => {
      for (const end of ends) end()
      painter.current = null
    }
  }, [history, playhead])
  // This renders only when more was read, or the view, the language or the theme has changed.
  useEffect(() => {
    const words = {
      name: document.documentElement.lang,
      phases: PHASES.map(phase),
      axis: axisText,
      second: timeText,
      gap: (seconds: number) => t('gap', { length: length(seconds * 1000) }),
      unread: t('unread'),
    }
    const { view, gaps, unread, inForce } = snapshot
    painter.current?.show({ view, gaps, unread, inForce, facts, words }, serverNowMs())
  })
  useEffect(() => {
    if (scheme) painter.current?.restyle()
  }, [scheme])

  const drag = (event: PointerEvent<HTMLDivElement>) => {
    const layout = painter.current?.layout
    const { left } = event.currentTarget.getBoundingClientRect()
    if (layout) playhead.moveTo(momentAt(layout, playhead.state, event.clientX - left))
  }
  return (
    <div className={styles.tape}>
      <Slider model={model} hint={hint} onDrag={drag}>
        <canvas ref={base} className={styles.canvas} />
        <canvas ref={above} className={styles.above} />
      </Slider>
      <p id={hint} className={styles.hint}>
        {t('cursorHint')} <KeyHint>{t('cursorKeys')}</KeyHint>
      </p>
    </div>
  )
}

interface SliderProps {
  readonly model: TapeModel
  readonly hint: string
  readonly onDrag: (event: PointerEvent<HTMLDivElement>) => void
  readonly children: ReactNode
}

/** Renders the slider; nothing else renders again while the cursor moves. */
function Slider({ model: { playhead }, hint, onDrag, children }: SliderProps) {
  const t = useTexts('monitoring', 'history')
  const atMs = usePlayhead(playhead, 'atMs')
  const fromMs = usePlayhead(playhead, 'fromMs')
  const untilMs = usePlayhead(playhead, 'untilMs')
  return (
    <div
      className={styles.slider}
      role="slider"
      tabIndex={0}
      aria-label={t('cursor')}
      aria-describedby={hint}
      aria-valuemin={Math.floor(fromMs / 1000)}
      aria-valuemax={Math.floor(untilMs / 1000)}
      aria-valuenow={Math.floor(atMs / 1000)}
      aria-valuetext={`${dayText(atMs)} ${timeText(atMs)}`}
      onKeyDown={(event) => {
        if (moveByKey(playhead, event)) event.preventDefault()
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return
        event.currentTarget.setPointerCapture(event.pointerId)
        playhead.pause()
        onDrag(event)
      }}
      onPointerMove={(event) => {
        if (event.currentTarget.hasPointerCapture(event.pointerId)) onDrag(event)
      }}
    >
      {children}
    </div>
  )
}

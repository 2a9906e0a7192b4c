import { Button, SegmentedControl } from '@mantine/core'
import IconChevronLeft from '@tabler/icons-react/dist/esm/icons/IconChevronLeft.mjs'
import IconChevronRight from '@tabler/icons-react/dist/esm/icons/IconChevronRight.mjs'
import IconPlayerPause from '@tabler/icons-react/dist/esm/icons/IconPlayerPause.mjs'
import IconPlayerPlay from '@tabler/icons-react/dist/esm/icons/IconPlayerPlay.mjs'
import IconPlayerSkipBack from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipBack.mjs'
import IconPlayerSkipForward from '@tabler/icons-react/dist/esm/icons/IconPlayerSkipForward.mjs'
import { useState } from 'react'
import { serverNowMs } from '../../../data/serverTime.ts'
import { fieldSecond, parseFieldTime } from '../../../shared/fieldTime.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { TimeField } from '../../../ui/forms/TimeField.tsx'
import { notifyErrorBriefly, notifySuccess } from '../../../ui/notices/notify.tsx'
import { copyText } from '../../../ui/page/useHighlight.ts'
import { type Playhead, type Speed, SPEEDS } from '../model/Playhead.ts'
import { type Happening, nextHappening } from '../model/happenings.ts'
import { SPAN_NAMES, type SpanName } from '../model/historyAddress.ts'
import styles from './TapeControls.module.css'
import { usePlayhead } from './useTape.ts'

const ICON = { size: 18, stroke: 1.8, 'aria-hidden': true } as const

/** Shows the controls of a tape: span, day and time, play, and jumps to events. */
export function TapeControls({
  playhead,
  happenings,
}: {
  readonly playhead: Playhead
  readonly happenings: readonly Happening[]
}) {
  const t = useTexts('monitoring', 'history')
  const span = usePlayhead(playhead, 'span')
  return (
    <div className={styles.controls}>
      <SegmentedControl
        aria-label={t('span')}
        value={span}
        onChange={(value) => playhead.setSpan(value as SpanName)}
        data={SPAN_NAMES.map((name) => ({ value: name, label: t(`spans.${name}`) }))}
      />
      <Button.Group>
        <Button variant="default" leftSection={<IconChevronLeft {...ICON} />} onClick={() => playhead.turn(-1)}>
          {t('earlier')}
        </Button>
        <Button variant="default" rightSection={<IconChevronRight {...ICON} />} onClick={() => playhead.turn(1)}>
          {t('later')}
        </Button>
        <Button variant="default" onClick={() => playhead.moveTo(serverNowMs())}>
          {t('now')}
        </Button>
      </Button.Group>
      <MomentField playhead={playhead} />
      <Play playhead={playhead} />
      <Jumps playhead={playhead} happenings={happenings} />
      <CopyLink playhead={playhead} />
    </div>
  )
}

/** Day and time as a field. What is typed counts when it is a whole time; until then the cursor stays. */
function MomentField({ playhead }: { playhead: Playhead }) {
  const t = useTexts('monitoring', 'history')
  const atMs = usePlayhead(playhead, 'atMs')
  return (
    <TimeField
      precision="second"
      className={styles.moment ?? ''}
      aria-label={t('at')}
      value={fieldSecond(atMs)}
      max={fieldSecond(serverNowMs())}
      onChange={(value) => {
        const ms = parseFieldTime(value)
        if (Number.isNaN(ms)) return
        playhead.pause()
        playhead.moveTo(ms)
      }}
    />
  )
}

function Play({ playhead }: { playhead: Playhead }) {
  const t = useTexts('monitoring', 'history')
  const speed = usePlayhead(playhead, 'speed')
  const [chosen, setChosen] = useState<Speed>(1)
  return (
    <div className={styles.play}>
      <Button
        variant="filled"
        leftSection={speed === null ? <IconPlayerPlay {...ICON} /> : <IconPlayerPause {...ICON} />}
        onClick={() => (speed === null ? playhead.play(chosen) : playhead.pause())}
      >
        {t(speed === null ? 'play' : 'pause')}
      </Button>
      <SegmentedControl
        aria-label={t('speed')}
        value={String(chosen)}
        data={SPEEDS.map((one) => ({ value: String(one), label: t(`speeds.${one}`) }))}
        onChange={(value) => {
          const next = SPEEDS.find((one) => String(one) === value) ?? 1
          setChosen(next)
          if (speed !== null) playhead.play(next)
        }}
      />
    </div>
  )
}

function Jumps({ playhead, happenings }: { playhead: Playhead; happenings: readonly Happening[] }) {
  const t = useTexts('monitoring', 'history')
  const atMs = usePlayhead(playhead, 'atMs')
  const jump = (way: 1 | -1) => {
    const found = nextHappening(happenings, atMs, way)
    return { found, go: () => found && playhead.moveTo(found.atMs) }
  }
  const [back, forth] = [jump(-1), jump(1)]
  return (
    <Button.Group>
      <Button
        variant="default"
        leftSection={<IconPlayerSkipBack {...ICON} />}
        disabled={!back.found}
        title={back.found ? undefined : t('noPrevious')}
        onClick={back.go}
      >
        {t('previous')}
      </Button>
      <Button
        variant="default"
        rightSection={<IconPlayerSkipForward {...ICON} />}
        disabled={!forth.found}
        title={forth.found ? undefined : t('noNext')}
        onClick={forth.go}
      >
        {t('next')}
      </Button>
    </Button.Group>
  )
}

/** Copies the address of the second at the cursor. */
function CopyLink({ playhead }: { playhead: Playhead }) {
  const t = useTexts('monitoring', 'history')
  const copy = async () => {
    const { atMs, span } = playhead.state
    const address = new URL(window.location.href)
    address.search = new URLSearchParams({ at: String(atMs), span }).toString()
    if (await copyText(address.href)) notifySuccess(t('linkCopied'))
    else notifyErrorBriefly(t('linkFailed'))
  }
  return (
    <Button variant="default" onClick={() => void copy()}>
      {t('link')}
    </Button>
  )
}

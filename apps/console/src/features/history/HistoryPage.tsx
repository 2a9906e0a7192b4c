import { Link } from '@tanstack/react-router'
import { useCallback, useDeferredValue, useEffect, useRef, useState } from 'react'
import { againWhenBack, inBrowser, isTemporary } from '../../data/againWhenBack.ts'
import type { DeviceState } from '../../data/device/deviceState.ts'
import { useDevice } from '../../data/device/useDevice.ts'
import { historyFetches } from '../../data/history/historyFetches.ts'
import { JunctionHistory } from '../../data/history/JunctionHistory.ts'
import { isReadWhole } from '../../data/history/reading.ts'
import { after } from '../../data/live.ts'
import { serverNowMs } from '../../data/serverTime.ts'
import { JunctionPage } from '../../shared/JunctionPage.tsx'
import { PhaseNamesContext } from '../../shared/phaseNames.ts'
import { useTexts } from '../../texts/useTexts.ts'
import { type HistoryAddress, SPANS } from './model/historyAddress.ts'
import { Playhead } from './model/Playhead.ts'
import { TapeModel } from './model/TapeModel.ts'
import { ReplayFrame } from './parts/ReplayFrame.tsx'
import { Tape } from './parts/Tape.tsx'
import { TapeControls } from './parts/TapeControls.tsx'
import { TapeNotes } from './parts/TapeNotes.tsx'
import { useTapeSnapshot } from './parts/useTape.ts'
import { WhatHappened } from './parts/WhatHappened.tsx'

export interface HistoryPageProps {
  readonly deviceId: string
  readonly address: HistoryAddress
  /** Puts second and span into the address, without adding to the browser's history. */
  readonly onAddress: (address: HistoryAddress) => void
}

/** The past of a junction, which one drags, plays and links to. Nothing can be edited here. */
export function HistoryPage({ deviceId, address, onAddress }: HistoryPageProps) {
  const t = useTexts('monitoring', 'history')
  return (
    <JunctionPage
      deviceId={deviceId}
      titleOf={(junction) => (junction ? t('titleOf', { junction }) : t('title'))}
      atMs={address.at}
      evidence={around(address)}
      links={
        <Link to="/now" search={{ show: 'past', junction: deviceId }}>
          {t('toPast')}
        </Link>
      }
    >
      <JunctionTape key={deviceId} deviceId={deviceId} address={address} onAddress={onAddress} />
    </JunctionPage>
  )
}

/** Returns the span around the cursor, for requesting evidence of it; the last minutes without a cursor. */
function around({ at, span }: HistoryAddress) {
  if (at === undefined) return {}
  const from = at - SPANS[span] / 2
  return { from, until: Math.min(from + SPANS[span], Math.floor(serverNowMs() / 1000) * 1000) }
}

const namesOf = ({ site }: DeviceState) => site.names

/** The settings that the controller runs today, once both scopes are known. */
const settingsOf = ({ shared, client, running }: DeviceState) => (shared && client ? running : undefined)

/** The address follows a cursor that has stopped for so long, milliseconds: browsers limit how often it may change. */
const SETTLED_MS = 400

function JunctionTape({ deviceId, address, onAddress }: HistoryPageProps) {
  const [model] = useState(
    () =>
      new TapeModel({
        history: new JunctionHistory(historyFetches(deviceId), serverNowMs),
        playhead: new Playhead(address.at, address.span, { nowMs: serverNowMs, after }),
        nowMs: serverNowMs,
        after,
      }),
  )
  const { playhead } = model
  const snapshot = useTapeSnapshot(model)
  // The table is long, and must not hold up what moves.
  const happenings = useDeferredValue(snapshot.happenings)
  const retry = useCallback(() => model.history.retry(), [model])
  const isRead = isReadWhole(snapshot.reading) && happenings === snapshot.happenings
  const today = useDevice(deviceId, settingsOf)
  const names = useDevice(deviceId, namesOf)
  const written = useRef(address.at)
  useEffect(() => model.attach(), [model])
  useEffect(
    () =>
      againWhenBack(
        {
          onChange: (listener) => model.history.onChange(listener),
          hasFailed: () => [...model.history.state.failures.values()].some(isTemporary),
          retry: () => model.history.retry(),
        },
        inBrowser,
      ),
    [model],
  )
  useEffect(() => model.setToday(today), [model, today])
  useEffect(() => {
    let stop: (() => void) | undefined
    const end = playhead.onChange(() => {
      stop?.()
      stop = after(SETTLED_MS, () => {
        written.current = playhead.state.atMs
        onAddress({ at: playhead.state.atMs, span: playhead.state.span })
      })
    })
    return () => {
      stop?.()
      end()
    }
  }, [playhead, onAddress])
  useEffect(() => {
    // What was written here must not move the cursor back, which may have moved on since.
    if (address.at === undefined || address.at === written.current) return
    written.current = address.at
    playhead.moveTo(address.at)
    playhead.setSpan(address.span)
  }, [playhead, address.at, address.span])
  return (
    <PhaseNamesContext value={names}>
      <ReplayFrame model={model}>
        <TapeControls playhead={playhead} happenings={happenings} />
        <Tape model={model} />
        <TapeNotes model={model} snapshot={snapshot} />
      </ReplayFrame>
      <WhatHappened
        playhead={playhead}
        happenings={happenings}
        isRead={isRead}
        onRetry={snapshot.reading.failures.size > 0 ? retry : undefined}
        isCut={snapshot.isCut}
      />
    </PhaseNamesContext>
  )
}

import type { Wave } from '@greenwave/contract/records/waves'
import { DIRECTIONS } from '@greenwave/coordination/corridor'
import { serverNowMs } from '../../../data/serverTime.ts'
import { useNow } from '../../../data/useNow.ts'
import { sinceText } from '../../../shared/dateText.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { StatusTag, toneOfMark } from '../../../ui/states/StatusTag.tsx'
import { isOldWave } from '../model/directionState.ts'
import { waveShare } from '../model/waveShare.ts'

/**
 * Shows the observed green wave of a corridor in the list: broken since when, else the smaller share of its bands;
 * since when it has not been evaluated.
 */
export function WaveCell({ wave }: { readonly wave: Wave | undefined }) {
  const t = useTexts('corridors')
  const nowMs = useNow(10_000, serverNowMs)
  if (wave && isOldWave(wave, nowMs))
    return <StatusTag tone="warn">{t('waveUnheard', { time: sinceText(wave.at, nowMs) })}</StatusTag>
  if (wave && wave.brokenSince !== null)
    return (
      <StatusTag tone={toneOfMark('deviation')}>
        {t('waveBroken', { time: sinceText(wave.brokenSince, nowMs) })}
      </StatusTag>
    )
  const shares = wave ? DIRECTIONS.flatMap((direction) => waveShare(wave, direction) ?? []) : []
  if (shares.length === 0) return '–'
  const share = Math.min(...shares)
  return (
    <StatusTag tone={share < 0.5 ? toneOfMark('deviation') : 'ok'}>
      {t('waveHolds', { share: Math.round(share * 100) })}
    </StatusTag>
  )
}

import { DIRECTIONS } from '@greenwave/coordination/corridor'
import type { SetJunction } from '@greenwave/coordination/fromSettings'
import type { CycleProposal } from '@greenwave/coordination/proposal'
import { Radio } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { percent } from '../model/waveShare.ts'
import { secondsText, useUnfitNames } from '../words/useCorridorWords.ts'
import table from './JunctionTable.module.css'

interface PlannedCyclesProps {
  readonly cycles: readonly CycleProposal[]
  /** Junctions that are planned. */
  readonly junctions: readonly SetJunction[]
  readonly chosen: number
  readonly isOneWay: boolean
  readonly onChoose: (cycle: number) => void
}

/** Lists the result of each cycle length, of which one is chosen. */
export function PlannedCycles({ cycles, junctions, chosen, isOneWay, onChoose }: PlannedCyclesProps) {
  const t = useTexts('corridors')
  const unfitNames = useUnfitNames(junctions)
  const directions = isOneWay ? (['outbound'] as const) : DIRECTIONS
  return (
    <Card title={t('cyclesTitle')} padded={false}>
      <table className={table.table} aria-label={t('cyclesTitle')}>
        <thead>
          <tr>
            <th scope="col">{t('cycle')}</th>
            {directions.map((direction) => (
              <th key={direction} scope="col">
                {t(`bandOf.${direction}`)}
              </th>
            ))}
            <th scope="col">{t('efficiency')}</th>
            <th scope="col">{t('longestRed')}</th>
          </tr>
        </thead>
        <tbody>
          {cycles.map((one) => (
            <tr key={one.cycle}>
              <th scope="row">
                <Radio
                  name="cycle"
                  label={t('seconds', { seconds: one.cycle })}
                  checked={one.cycle === chosen}
                  disabled={!('bands' in one)}
                  onChange={() => onChoose(one.cycle)}
                />
              </th>
              {'bands' in one ? (
                <>
                  {directions.map((direction) => (
                    <td key={direction} data-label={t(`bandOf.${direction}`)}>
                      {t('seconds', {
                        seconds: secondsText((one.bands.byDirection[direction]?.arc?.widthMs ?? 0) / 1000),
                      })}
                    </td>
                  ))}
                  <td data-label={t('efficiency')}>{percent(one.bands.efficiency)}</td>
                  <td data-label={t('longestRed')}>{t('seconds', { seconds: one.longestRed })}</td>
                </>
              ) : (
                <td colSpan={directions.length + 2}>{t('cycleUnfit', { names: unfitNames(one) })}</td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </Card>
  )
}

import { MODE_CHOICES } from '@greenwave/controller/mode'
import { COPY_PARTS, type CopyPart } from '@greenwave/rollout/copyParts'
import { Checkbox, NativeSelect, SegmentedControl } from '@mantine/core'
import { useMediaQuery } from '@mantine/hooks'
import { JunctionFilter } from '../../../shared/JunctionFilter.tsx'
import { useTexts } from '../../../texts/useTexts.ts'
import { Card } from '../../../ui/page/Card.tsx'
import { ENDS, type NewRolloutAddress } from '../model/newRolloutAddress.ts'
import { partsOf } from '../model/previewAll.ts'
import styles from './Rollouts.module.css'
import { ValueEdits } from './ValueEdits.tsx'

const TASKS = ['settings', 'values', 'mode', 'clock'] as const
const GROUP_SIZES = [1, 5, 10, 25, 50, 100]
const STOPS_AFTER = [1, 3, 10]
const NEVER_STOPS = 500

interface ChangeCardProps {
  readonly address: NewRolloutAddress
  readonly onAddress: (change: Partial<NewRolloutAddress>) => void
  /** Says that the copied junction has nothing of what is to be copied; empty otherwise. */
  readonly complaint: string
}

/** Shows the change for all junctions, and its stages. */
export function ChangeCard({ address, onAddress, complaint }: ChangeCardProps) {
  const t = useTexts('settings', 'rollouts')
  const { task, groupSize, stopAfter } = address
  // Beside one another four are wider than a phone.
  const isNarrow = useMediaQuery('(max-width: 600px)', false, { getInitialValueInEffect: false })
  return (
    <Card title={t('task.title')}>
      <div className={styles.fields}>
        <SegmentedControl
          orientation={isNarrow ? 'vertical' : 'horizontal'}
          aria-label={t('task.title')}
          value={task}
          onChange={(value) => onAddress({ task: TASKS.find((one) => one === value) ?? 'settings' })}
          data={TASKS.map((value) => ({ value, label: t(`task.${value}`) }))}
        />
        {task === 'settings' && <Copied address={address} onAddress={onAddress} complaint={complaint} />}
        {task === 'values' && <ValueEdits edits={address.edits ?? ''} onEdits={(edits) => onAddress({ edits })} />}
        {task === 'mode' && <Mode address={address} onAddress={onAddress} />}
        <div className={styles.row}>
          <NativeSelect
            label={t('change.groupSize')}
            value={String(groupSize)}
            data={offered(GROUP_SIZES, groupSize).map((count) => ({
              value: String(count),
              label: t('junctions', { count }),
            }))}
            onChange={({ currentTarget: { value } }) => onAddress({ groupSize: Number(value) })}
          />
          <NativeSelect
            label={t('change.stopAfter')}
            value={String(stopAfter)}
            data={[
              ...offered(STOPS_AFTER, stopAfter === NEVER_STOPS ? 1 : stopAfter).map((count) => ({
                value: String(count),
                label: t('change.stopsAfter', { count }),
              })),
              { value: String(NEVER_STOPS), label: t('change.neverStops') },
            ]}
            onChange={({ currentTarget: { value } }) => onAddress({ stopAfter: Number(value) })}
          />
        </div>
      </div>
    </Card>
  )
}

/** An address may have any number. */
function offered(usual: readonly number[], chosen: number): readonly number[] {
  return [...new Set([...usual, chosen])].sort((a, b) => a - b)
}

function Copied({ address, onAddress, complaint }: ChangeCardProps) {
  const t = useTexts('settings', 'rollouts')
  const parts = partsOf(address)
  const toggle = (part: CopyPart, isChosen: boolean) => {
    const others = parts.filter((one) => one !== part && (part === 'all') === (one === 'all'))
    const next = isChosen ? [...others, part] : others
    onAddress({ parts: next.length === 0 ? undefined : next.join() })
  }
  return (
    <>
      <JunctionFilter
        isNeeded
        label={t('change.from')}
        junction={address.from}
        onChange={(from) => onAddress({ from })}
      />
      <fieldset className={styles.parts}>
        <legend>{t('change.parts')}</legend>
        {COPY_PARTS.map((part) => (
          <Checkbox
            key={part}
            label={t(`change.part.${part}`)}
            checked={parts.includes(part)}
            onChange={({ currentTarget: { checked } }) => toggle(part, checked)}
          />
        ))}
      </fieldset>
      {complaint && <p className={styles.facts}>{complaint}</p>}
    </>
  )
}

function Mode({ address, onAddress }: Pick<ChangeCardProps, 'address' | 'onAddress'>) {
  const t = useTexts('settings', 'rollouts')
  const device = useTexts('device')
  const isAutomatic = address.mode === 4
  return (
    <div className={styles.row}>
      <NativeSelect
        label={t('change.mode')}
        value={String(address.mode)}
        data={MODE_CHOICES.map(({ value, name }) => ({ value: String(value), label: device(`mode.${name}`) }))}
        onChange={({ currentTarget: { value } }) => onAddress({ mode: Number(value) })}
      />
      {!isAutomatic && (
        <NativeSelect
          label={t('change.end')}
          value={address.end}
          data={ENDS.map((value) => ({ value, label: t(`change.ends.${value}`) }))}
          onChange={({ currentTarget: { value } }) => onAddress({ end: ENDS.find((end) => end === value) ?? 'm60' })}
        />
      )}
    </div>
  )
}

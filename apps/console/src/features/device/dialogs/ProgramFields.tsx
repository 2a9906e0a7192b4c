import { ofPhase, PHASES, type PhaseNumber, PROGRAM_VALUE_RANGE } from '@greenwave/controller/controllerLimits'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { greenKey, startKey } from '@greenwave/controller/keys'
import { type Refusal, retime, type TimingEdit, type TimingLock } from '@greenwave/controller/retime'
import type { PhaseTiming, Program } from '@greenwave/controller/settings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { useSettingWords } from '../../../shared/useSettingWords.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { KeyHint } from '../../../ui/page/KeyHint.tsx'
import { TimingEditor } from '../parts/TimingEditor.tsx'
import styles from './Findings.module.css'
import { GreenSteps } from './GreenSteps.tsx'
import { ProgramFigures } from './ProgramFigures.tsx'
import type { SettingChange } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'
import timing from './Timing.module.css'
import { TimingLockField } from './TimingLockField.tsx'

/**
 * The fields of a program: green and start of each phase, typed, stepped or dragged, with a drawing of the timing. Steps
 * and drags obey the lock; what is typed stands as typed.
 */
export function ProgramFields({ change }: { readonly change: SettingChange<Program> }) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const [lock, setLock] = useState<TimingLock>({ kind: 'clearances' })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const { drawn, form, value, before } = change
  const { number, phases } = drawn
  const { clearance } = before
  const isComplete = value !== null
  const edit = (wanted: TimingEdit) => {
    const { phases: next = phases, refused = null } = retime(phases, clearance, wanted, lock)
    setRefusal(refused)
    const old = programRow.at({ program: number }).write(drawn)
    const changed = Object.entries(programRow.at({ program: number }).write({ ...drawn, phases: next }))
    form.setAll(Object.fromEntries(changed.filter(([key, seconds]) => seconds !== old[key])))
  }
  const step = (phase: PhaseNumber, part: keyof PhaseTiming) => (by: number) =>
    edit({ phase, part, value: ofPhase(phases, phase)[part] + by })
  return (
    <>
      <TimingLockField
        lock={lock}
        giver={usualGiver(drawn)}
        onChange={(chosen) => {
          setLock(chosen)
          setRefusal(null)
        }}
      />
      <div className={timing.drawing}>
        <div className={timing.editor}>
          <TimingEditor program={number} phases={phases} clearance={clearance} onEdit={edit} />
          <p className={timing.hint}>
            {t('diagram.handleHint')} <KeyHint>{t('diagram.handleKeys')}</KeyHint>
          </p>
        </div>
        <ProgramFigures settings={before} drawn={drawn} />
      </div>
      <output className={timing.refusal}>{refusal && <RefusalText refusal={refusal} program={number} />}</output>
      <div className={styles.phases}>
        {PHASES.map((phase) => (
          <div key={phase} className={timing.phase}>
            <SettingField
              change={change}
              name={greenKey(number, phase)}
              label={dialog('form.greenPhase', { phase })}
              autoFocus={phase === 1}
              around={(input) => (
                <GreenSteps phase={phase} disabled={!isComplete} onStep={step(phase, 'green')}>
                  {input}
                </GreenSteps>
              )}
              onStep={isComplete ? step(phase, 'green') : undefined}
            />
            <SettingField
              change={change}
              name={startKey(number, phase)}
              label={dialog('form.startPhase', { phase })}
              onStep={isComplete ? step(phase, 'start') : undefined}
            />
          </div>
        ))}
      </div>
      <TextInput
        label={dialog('form.totalPeriod')}
        readOnly
        variant="filled"
        value={value ? String(cycleSeconds(value, clearance)) : '–'}
      />
    </>
  )
}

/** Says why a step or a drag was not made. */
function RefusalText({ refusal, program }: { refusal: Refusal; program: Program['number'] }) {
  const t = useTexts('settings', 'edit')
  const { nameOf } = useSettingWords()
  const text =
    refusal.kind === 'range'
      ? t('refused.range', {
          field: nameOf(refusal.part === 'green' ? greenKey(program, refusal.phase) : startKey(program, refusal.phase)),
          value: refusal.value,
          ...PROGRAM_VALUE_RANGE,
        })
      : refusal.kind === 'overlap'
        ? t('refused.overlap')
        : t(`refused.${refusal.kind}`, { phase: refusal.phase })
  return (
    <>
      {text} {t('refused.nothing')}
    </>
  )
}

/** Returns the longer green of phases 2 and 3: phase 1, mostly the main road, is mostly the one that gets more. */
function usualGiver({ phases: [, second, third] }: Program): PhaseNumber {
  return third.green > second.green ? 3 : 2
}

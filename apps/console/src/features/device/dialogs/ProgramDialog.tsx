import { cycleSeconds } from '@greenwave/controller/cycle'
import { greenKey, startKey } from '@greenwave/controller/keys'
import { PHASES, type ProgramNumber } from '@greenwave/controller/limits'
import { programRow } from '@greenwave/controller/settingTable/program'
import { TextInput } from '@mantine/core'
import { useTexts } from '../../../texts/useTexts.ts'
import { TimingEditor } from '../parts/TimingEditor.tsx'
import { BeforeAfterTiming } from './BeforeAfterTiming.tsx'
import type { DialogProps } from './dialogProps.ts'
import styles from './Findings.module.css'
import { SettingDialog } from './SettingDialog.tsx'
import { SettingField } from './SettingField.tsx'

/** The dialog "Program {n}": green and start of each phase, typed or dragged, with a drawing of the timing. */
export function ProgramDialog({ program: number, ...props }: DialogProps & { readonly program: ProgramNumber }) {
  const t = useTexts('device')
  const setting = programRow.at({ program: number })
  const { clearance } = props.view.settings
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={t('program', { program: number })}
      submitLabel={t('form.programSave')}
      size="lg"
      fallback={t('errors.program')}
      fields={(change) => (
        <>
          <TimingEditor
            program={number}
            phases={change.drawn.phases}
            clearance={clearance}
            onChange={(phases) => change.form.setAll(setting.write({ ...change.drawn, phases }))}
          />
          <p className={styles.hint}>{t('diagram.handleHint')}</p>
          <div className={styles.phases}>
            {PHASES.map((phase) => (
              <div key={phase} className={styles.grid}>
                <SettingField
                  change={change}
                  name={greenKey(number, phase)}
                  label={t('form.greenPhase', { phase })}
                  autoFocus={phase === 1}
                />
                <SettingField change={change} name={startKey(number, phase)} label={t('form.startPhase', { phase })} />
              </div>
            ))}
          </div>
          <TextInput
            label={t('form.totalPeriod')}
            readOnly
            variant="filled"
            value={change.value ? String(cycleSeconds(change.value, clearance)) : '–'}
          />
        </>
      )}
      preview={({ before, drawn }) => (
        <BeforeAfterTiming before={{ program: setting.of(before), clearance }} after={{ program: drawn, clearance }} />
      )}
    />
  )
}

import { checkConnection } from '@greenwave/controller/checks/connection'
import { cycleSeconds } from '@greenwave/controller/cycle'
import { greenKey, programSettingKeys, startKey } from '@greenwave/controller/keys'
import { PHASES, type ProgramNumber } from '@greenwave/controller/limits'
import { type Program, programOf } from '@greenwave/controller/settings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { plainValues } from '../../../data/device/settings/settingFacts.ts'
import { useTexts } from '../../../texts/useTexts.ts'
import { TimingEditor } from '../parts/TimingEditor.tsx'
import { BeforeAfterTiming } from './BeforeAfterTiming.tsx'
import { ChangeDialog } from './ChangeDialog.tsx'
import { ConflictNote } from './ConflictNote.tsx'
import type { DialogProps } from './dialogProps.ts'
import { FindingNotes } from './FindingNotes.tsx'
import styles from './Findings.module.css'
import { SettingField } from './SettingField.tsx'
import { useSavedNotice } from './savedNotice.ts'
import { useChangeFlow } from './useChangeFlow.ts'
import { asTexts, useSettingForm } from './useSettingForm.ts'

/** Program {n}: green and start of each phase, typed or dragged, with its timing drawn as it would run. */
export function ProgramDialog({
  view,
  opened,
  onClose,
  program: number,
}: DialogProps & { readonly program: ProgramNumber }) {
  const t = useTexts('device')
  const notify = useSavedNotice()
  const title = t('program', { program: number })
  const { settings } = view
  const setting = programRow.at({ program: number })
  const { clearance } = settings
  const flow = useChangeFlow({
    view,
    scope: 'SHARED_SCOPE',
    keys: programSettingKeys(number),
    fallback: t('errors.program'),
    onSaved: (values, saved) => notify(title, values, saved),
    onClose,
  })
  const form = useSettingForm(() => asTexts(setting.write(setting.read(flow.basis))))
  const program = form.numbers && setting.read(form.numbers)
  // While a field is empty or wrong the diagram keeps the last program that could be drawn.
  const [drawn, setDrawn] = useState<Program>(() => programOf(settings, number))
  if (program && JSON.stringify(program) !== JSON.stringify(drawn)) setDrawn(program)
  const findings = program ? setting.check(program, { settings, reported: plainValues(view.client) }) : []
  const fields = PHASES.flatMap((phase) => [greenKey(number, phase), startKey(number, phase)])
  const { online } = view.connectivity
  return (
    <ChangeDialog
      opened={opened}
      flow={flow}
      findings={[...findings, ...checkConnection(online)]}
      online={online}
      lead={<strong>{title}</strong>}
      preview={
        <BeforeAfterTiming
          before={{ program: programOf(settings, number), clearance }}
          after={{ program: drawn, clearance }}
        />
      }
      onClose={onClose}
      form={{
        title: title,
        size: 'lg',
        submitLabel: t('form.programSave'),
        typed: form.kept,
        onSubmit: (event) => {
          event.preventDefault()
          if (form.validate() && program) flow.ask(setting.write(program))
        },
        children: (
          <>
            <ConflictNote
              flow={flow}
              typed={form.typed}
              onTakeTheirs={() => form.setAll(setting.write(setting.read(flow.current)))}
            />
            <TimingEditor
              program={number}
              phases={drawn.phases}
              clearance={clearance}
              onChange={(phases) => form.setAll(setting.write({ ...drawn, phases }))}
            />
            <p className={styles.hint}>{t('diagram.handleHint')}</p>
            <div className={styles.phases}>
              {PHASES.map((phase) => (
                <div key={phase} className={styles.grid}>
                  <SettingField
                    form={form}
                    name={greenKey(number, phase)}
                    label={t('form.greenPhase', { phase })}
                    findings={findings}
                    autoFocus={phase === 1}
                  />
                  <SettingField
                    form={form}
                    name={startKey(number, phase)}
                    label={t('form.startPhase', { phase })}
                    findings={findings}
                  />
                </div>
              ))}
            </div>
            <TextInput
              label={t('form.totalPeriod')}
              readOnly
              variant="filled"
              value={program ? String(cycleSeconds(program, clearance)) : '–'}
            />
            <FindingNotes findings={findings.filter((finding) => !fields.includes(finding.field))} />
          </>
        ),
      }}
    />
  )
}

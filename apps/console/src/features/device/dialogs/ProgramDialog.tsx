import type { Danger } from '@greenwave/controller/checks/danger'
import type { ProgramNumber } from '@greenwave/controller/controllerLimits'
import { fixOverlap } from '@greenwave/controller/fixOverlap'
import { retime } from '@greenwave/controller/retime'
import type { Program } from '@greenwave/controller/settings'
import { programRow } from '@greenwave/controller/settingTable/program'
import { usePhaseNames } from '../../../shared/phaseNames.ts'
import { useLanguage, useTexts } from '../../../texts/useTexts.ts'
import { BeforeAfterTiming } from './BeforeAfterTiming.tsx'
import type { DialogProps } from './dialogProps.ts'
import { ProgramSheet } from './lazySheets.ts'
import { ProgramFields } from './ProgramFields.tsx'
import { type SettingChange, SettingDialog } from './SettingDialog.tsx'

/** The dialog "Program {n}": green and start of each phase, typed or dragged, with a drawing of the timing. */
export function ProgramDialog({ program: number, ...props }: DialogProps & { readonly program: ProgramNumber }) {
  const t = useTexts('device')
  const dialog = useTexts('settings', 'dialogs')
  const fixText = useTexts('settings', 'edit')
  const language = useLanguage()
  const { inText } = usePhaseNames()
  const setting = programRow.at({ program: number })
  const { clearance } = props.view.settings
  const fixOf = (danger: Danger, { drawn, form }: SettingChange<Program>) => {
    const fix = fixOverlap(drawn.phases, clearance, danger.params)
    if (!fix) return null
    const phases = new Intl.ListFormat(language, { type: 'conjunction' }).format(fix.moved.map(inText))
    return {
      label: fixText('fix', { count: fix.moved.length, phases, seconds: fix.seconds }),
      apply: () => form.setAll(setting.write({ ...drawn, phases: fix.phases })),
    }
  }
  return (
    <SettingDialog
      {...props}
      setting={setting}
      title={t('program', { program: number })}
      submitLabel={dialog('form.programSave')}
      size="xl"
      fallback={dialog('errors.program')}
      fields={(change) => <ProgramFields change={change} />}
      fixOf={fixOf}
      calculators={({ form, drawn }) => (
        <ProgramSheet
          site={props.view.site.site}
          clearance={clearance}
          phases={drawn.phases}
          onGreen={(phase, seconds) => {
            const edit = { phase, part: 'green', value: seconds } as const
            const { phases = drawn.phases } = retime(drawn.phases, clearance, edit, { kind: 'clearances' })
            form.setAll(setting.write({ ...drawn, phases }))
          }}
          onTiming={(phases) => form.setAll(setting.write({ ...drawn, phases }))}
        />
      )}
      preview={({ before, drawn }) => (
        <BeforeAfterTiming before={{ program: setting.of(before), clearance }} after={{ program: drawn, clearance }} />
      )}
    />
  )
}

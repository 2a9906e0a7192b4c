import { type ReactNode, useState } from 'react'
import { useTexts } from '../../../texts/useTexts.ts'
import { useNumberText } from '../../../ui/states/useNumberText.ts'
import { type CalculatorField, namesOf, parseCalculator } from '../model/calculatorForm.ts'
import { DecimalField } from './DecimalField.tsx'

/** Calculator that is being edited. */
interface Calculator<Name extends string> {
  /** The numbers; one lacks while its field is empty or wrong. */
  readonly values: Readonly<Partial<Record<Name, number>>>
  /** Returns a field. */
  readonly field: (name: Name, label: string) => ReactNode
}

/** Returns the fields of a calculator and the numbers in them. */
export function useCalculator<Name extends string>(fields: Readonly<Record<Name, CalculatorField>>): Calculator<Name> {
  const t = useTexts('settings', 'geometry')
  const number = useNumberText()
  const [texts, setTexts] = useState(() => {
    const begun = namesOf(fields).map((name) => [name, beginOf(fields[name])] as const)
    return Object.fromEntries(begun) as Record<Name, string>
  })
  const { values, typed } = parseCalculator(fields, texts)
  return {
    values,
    field: (name, label) => {
      const one = typed.get(name)
      const { min, max } = fields[name].range
      return (
        <DecimalField
          label={label}
          keepsEnter
          value={texts[name]}
          error={one?.kind === 'wrong' ? t(`faults.${one.fault}`, { min: number(min), max: number(max) }) : undefined}
          onChange={(text) => setTexts((before) => ({ ...before, [name]: text }))}
        />
      )
    },
  }

  function beginOf({ begin }: CalculatorField): string {
    return begin === undefined ? '' : number(begin)
  }
}

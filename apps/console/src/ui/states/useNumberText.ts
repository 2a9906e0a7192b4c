import { useMemo } from 'react'
import { useLanguage } from '../../texts/useTexts.ts'

/** Returns a function that writes a number as the reader's language does, with two decimals at most. */
export function useNumberText(): (value: number) => string {
  const language = useLanguage()
  // Kept, because making a format takes far longer than using it, and a form is rendered with each key.
  return useMemo(() => {
    const format = new Intl.NumberFormat(language, { maximumFractionDigits: 2, useGrouping: false })
    return (value) => format.format(value)
  }, [language])
}

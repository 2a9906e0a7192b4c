import { useMemo } from 'react'
import { useTranslation } from 'react-i18next'

/** Returns a function that writes a number as the reader's language does, with two decimals at most. */
export function useNumberText(): (value: number) => string {
  const { i18n } = useTranslation()
  // Kept, because making a format takes far longer than using it, and a form is rendered with each key.
  return useMemo(() => {
    const format = new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 2, useGrouping: false })
    return (value) => format.format(value)
  }, [i18n.language])
}

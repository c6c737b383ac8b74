/** Writes a text to the clipboard. Rejects also where the browser offers none, as to pages without TLS. */
export const copyText = async (text: string): Promise<void> => navigator.clipboard.writeText(text)

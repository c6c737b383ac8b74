/** Whether a mail server would take letters: connects, greets and signs in, and sends nothing. */

/** Throws what is in the way, also when the server says nothing for so many milliseconds. */
export async function verifyMail(url: string, milliseconds: number): Promise<void> {
  const { createTransport } = await import('nodemailer')
  const patience = { connectionTimeout: milliseconds, greetingTimeout: milliseconds, socketTimeout: milliseconds }
  const transport = createTransport({ url, ...patience })
  await transport.verify().finally(() => transport.close())
}

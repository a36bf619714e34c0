// The contrast of two colours, as WCAG counts it.
function luminance(hex: string): number {
  const at = [1, 3, 5].map((from) => parseInt(hex.slice(from, from + 2), 16) / 255).map((one) => (one <= 0.04045 ? one / 12.92 : ((one + 0.055) / 1.055) ** 2.4));
  return 0.2126 * (at[0] ?? 0) + 0.7152 * (at[1] ?? 0) + 0.0722 * (at[2] ?? 0);
}
export function contrast(one: string, other: string): number {
  const [light, dark] = [luminance(one), luminance(other)].sort((a, b) => b - a);
  return ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05);
}

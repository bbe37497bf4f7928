declare const house: { rules: Record<string, unknown> };
export default house;

/** What a person filled in to join a program. */
export interface Applicant {
	name: string;
	email: string;
	companyName: string | null;
	website: string | null;
	country: string | null;
	description: string | null;
	youtube?: string;
	twitter?: string;
	linkedin?: string;
	instagram?: string;
	tiktok?: string;
	/** Answers to QUESTIONS, in their order; null without the form. */
	answers: (string | null)[] | null;
}

export const QUESTIONS = [
	'How do you plan to promote us?',
	'How large is your audience?',
	'Where can we see your work?',
];

/**
 * Applications of every quality, so that there is something to decide: good ones, vague ones, ones without a website,
 * ones from throw-away mailboxes (`mailinator.example.org`, `tempmail.example.net`) and ones that smell of fraud.
 */
export const APPLICANTS: readonly Applicant[] = [
	{
		name: 'Growth Letters',
		email: 'hello@growth-letters.example.com',
		companyName: 'Growth Letters Ltd',
		website: 'https://growth-letters.example.com',
		country: 'GB',
		description: 'A weekly newsletter about marketing for small software companies.',
		linkedin: 'growth-letters',
		answers: [
			'A sponsored section in our newsletter and an evergreen comparison article.',
			'18000',
			'https://growth-letters.example.com/archive',
		],
	},
	{
		name: 'Link Lab',
		email: 'team@link-lab.example.org',
		companyName: 'Link Lab',
		website: 'https://link-lab.example.org',
		country: 'DE',
		description: 'Video tutorials on attribution and analytics.',
		youtube: 'linklab',
		answers: [
			'Two tutorial videos a month with our link in the description.',
			'42000',
			'https://link-lab.example.org/videos',
		],
	},
	{
		name: 'Indie Maker Diary',
		email: 'diary@indie-maker.example.net',
		companyName: null,
		website: 'https://indie-maker.example.net',
		country: 'ES',
		description: 'One person building products in public.',
		twitter: 'indiemakerdiary',
		answers: [
			'I write about the tools I pay for.',
			'3500',
			'https://indie-maker.example.net/tools',
		],
	},
	{
		name: 'No Website Yet',
		email: 'soon@no-website.example.com',
		companyName: null,
		website: '',
		country: 'US',
		description: null,
		answers: ['I will make a site when I am accepted.', '0', ''],
	},
	{
		name: 'Silent Applicant',
		email: 'silent@applicant.example.org',
		companyName: null,
		website: null,
		country: null,
		description: null,
		answers: null,
	},
	{
		name: 'Quick Cash',
		email: 'quickcash4711@mailinator.example.org',
		companyName: null,
		website: 'https://quick-cash.example.org',
		country: 'US',
		description: 'Best deals.',
		answers: ['Everywhere.', '1000000', 'https://quick-cash.example.org'],
	},
	{
		name: 'Temp Person',
		email: 'x81kd02@tempmail.example.net',
		companyName: null,
		website: null,
		country: 'FR',
		description: null,
		answers: ['social media', null, null],
	},
	{
		name: 'Traffic Factory',
		email: 'sales@traffic-factory.example.net',
		companyName: 'Traffic Factory',
		website: 'https://traffic-factory.example.net',
		country: 'SC',
		description:
			'Guaranteed 100k clicks per day from our bot network, incentivised sign-ups included.',
		answers: [
			'Auto-surf, pop-unders and rewarded clicks. We guarantee the numbers.',
			'99999999',
			'https://traffic-factory.example.net/prices',
		],
	},
	{
		name: 'Coupon Harbour',
		email: 'partners@coupon-harbour.example.com',
		companyName: 'Coupon Harbour',
		website: 'https://coupon-harbour.example.com',
		country: 'NL',
		description: 'A coupon site.',
		answers: [
			'Bid on your brand name in search ads and show a coupon page.',
			'250000',
			'https://coupon-harbour.example.com',
		],
	},
	{
		name: 'Short Answer',
		email: 'me@short-answer.example.com',
		companyName: null,
		website: 'https://short-answer.example.com',
		country: 'IN',
		description: null,
		answers: ['ads', '?', 'later'],
	},
	{
		name: 'Agency North',
		email: 'affiliates@agency-north.example.com',
		companyName: 'Agency North AB',
		website: 'https://agency-north.example.com',
		country: 'SE',
		description: 'We set up analytics for online shops.',
		linkedin: 'agency-north',
		answers: [
			'We recommend the product to our clients during onboarding.',
			'140 clients',
			'https://agency-north.example.com/cases',
		],
	},
	{
		name: 'Campus Creators',
		email: 'club@campus-creators.example.org',
		companyName: null,
		website: 'https://campus-creators.example.org',
		country: 'BR',
		description: 'A student club for content creators.',
		instagram: 'campuscreators',
		tiktok: 'campuscreators',
		answers: [
			'Short videos and a workshop each term.',
			'7800',
			'https://campus-creators.example.org',
		],
	},
	{
		name: 'Copy Cat',
		email: 'copy@copy-cat.example.net',
		companyName: 'Growth Letters Ltd',
		website: 'https://growth-letters.example.com',
		country: 'GB',
		description: 'A weekly newsletter about marketing for small software companies.',
		answers: [
			'A sponsored section in our newsletter and an evergreen comparison article.',
			'18000',
			'https://growth-letters.example.com/archive',
		],
	},
	{
		name: 'Data Desk',
		email: 'desk@data-desk.example.com',
		companyName: 'Data Desk',
		website: 'https://data-desk.example.com',
		country: 'JP',
		description: 'Reviews of analytics products.',
		youtube: 'datadesk',
		twitter: 'datadesk',
		answers: ['An in-depth review and a yearly ranking.', '56000', 'https://data-desk.example.com'],
	},
];
